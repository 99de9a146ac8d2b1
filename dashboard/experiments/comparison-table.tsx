import type {
  ExperimentComparison,
  ShownExperiment,
} from '../../shared/telemetry/experiment-report.ts';
import { formatCount } from '../format.ts';
import { ScrollArea } from '../parts/scroll-area.tsx';
import { Interval } from './interval.tsx';
import { formatMeasure, measures } from './measures.ts';
import { formatInterval, formatSigned, verdictOf, verdicts } from './verdict.ts';

interface ComparisonTableProps {
  label: string;
  comparisons: ShownExperiment['comparisons'];
}

/** Each measure of both arms. */
export function ComparisonTable({ label, comparisons }: ComparisonTableProps) {
  return (
    <ScrollArea label={label}>
      <table className="compared">
        <thead>
          <tr>
            <th scope="col">Measure</th>
            <th scope="col">Control</th>
            <th scope="col">Treatment</th>
            <th scope="col">Change (95 % interval)</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {comparisons.map((comparison) => (
            <Row key={comparison.measure} {...comparison} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Row({ measure, control, treatment, change }: ExperimentComparison) {
  const { label, definition } = measures[measure];
  const verdict = verdictOf(measure, change);
  return (
    <tr>
      {/* The parts of `details` do not name the row. */}
      <th scope="row" aria-label={label}>
        <details>
          <summary>{label}</summary>
          <p className="definition">
            {definition} Values: {formatCount(control.count)} in the control,{' '}
            {formatCount(treatment.count)} in the treatment.
          </p>
        </details>
      </th>
      <td>{formatMeasure(measure, control.value)}</td>
      <td>{formatMeasure(measure, treatment.value)}</td>
      <td data-verdict={verdict}>
        {change === null ? (
          '–'
        ) : (
          <span className="changed">
            <Interval change={change} />
            <span>
              {formatSigned(change.percent)} <span>{formatInterval(change)}</span>
            </span>
          </span>
        )}
      </td>
      <td data-verdict={verdict}>{verdicts[verdict]}</td>
    </tr>
  );
}
