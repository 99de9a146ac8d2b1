import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import { formatArrived, formatCount } from '../format.ts';
import { formatView, type View } from '../view.ts';
import { completenessId, lostPercent, markedPercent } from './lost-percent.ts';

interface CompletenessLineProps {
  report: TelemetryReport;
  view: View;
}

/** One sentence for the top of a page: it is about all figures of the view. */
export function CompletenessLine({ report: { completeness }, view }: CompletenessLineProps) {
  const { created, stored, pageLoads } = completeness;
  if (created === 0) return null;
  const isMarked = lostPercent(completeness) >= markedPercent;
  const page = view.page === 'playbacks' ? '' : `./${formatView({ ...view, page: 'playbacks' })}`;
  return (
    <p className="notice" data-marked={isMarked}>
      <b>{formatArrived(stored, created)}</b> of the events that players created have arrived
      {isMarked && ', so figures may be too low'} ({formatCount(pageLoads)}{' '}
      {pageLoads === 1 ? 'page load' : 'page loads'}).
      {stored < created && (
        <>
          {' '}
          <a href={`${page}#${completenessId}`}>Why not more?</a>
        </>
      )}
    </p>
  );
}
