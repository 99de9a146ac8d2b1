import {
  type CostFigures,
  type CostReport,
  costMeasures,
} from '../../shared/telemetry/cost-report.ts';
import { changeOf } from '../compare/change.ts';
import { formatCount, formatLatest, formatPeriod } from '../format.ts';
import { ScrollArea } from '../parts/scroll-area.tsx';
import { Section } from '../parts/section.tsx';
import { formatMeasure, measures } from './measures.ts';

/** Each measure, compared with the period before. */
export function CostFiguresTable({ cost: { present, before } }: { cost: CostReport }) {
  return (
    <Section title="What an embed costs" note={noteOf(present, before)} className="wide costs">
      <ScrollArea label="Percentiles of each measure">
        <table>
          <thead>
            <tr>
              <th scope="col">Measure</th>
              <th scope="col">p50</th>
              <th scope="col">p75</th>
              <th scope="col">p95</th>
              <th scope="col">p75 before</th>
              <th scope="col">Change of p75</th>
            </tr>
          </thead>
          <tbody>
            {costMeasures.map((measure) => {
              const { p50, p75, p95 } = present.measures[measure];
              const p75Before = before?.measures[measure].p75 ?? null;
              const change = changeOf(p75, p75Before);
              return (
                <tr key={measure}>
                  {/* The parts of `details` do not name the row. */}
                  <th scope="row" aria-label={measures[measure].label}>
                    <details>
                      <summary>{measures[measure].label}</summary>
                      <p className="definition">{measures[measure].definition}</p>
                    </details>
                  </th>
                  <td>{formatMeasure(measure, p50)}</td>
                  <td>{formatMeasure(measure, p75)}</td>
                  <td>{formatMeasure(measure, p95)}</td>
                  <td>{formatMeasure(measure, p75Before)}</td>
                  <td data-worse={change?.isWorse}>{change?.text ?? '–'}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollArea>
    </Section>
  );
}

function noteOf(present: CostFigures, before: CostFigures | null): string {
  const measured = `${countOf(present)}, which ${present.reports === 1 ? 'stands' : 'stand'} for about ${formatCount(present.embeds)}, ${formatPeriod(present.fromMs, present.toMs)}.`;
  const latest = formatLatest(present.countedFromMs, 'embeds');
  const compared = before
    ? `Compared with ${countOf(before)} ${formatPeriod(before.fromMs, before.toMs)}.`
    : 'There is no period before it to compare with.';
  const latestBefore = formatLatest(before?.countedFromMs ?? null, 'embeds');
  return `${measured} ${latest} ${compared} ${latestBefore}`.trim();
}

const countOf = ({ reports }: CostFigures) =>
  `${formatCount(reports)} measured ${reports === 1 ? 'embed' : 'embeds'}`;
