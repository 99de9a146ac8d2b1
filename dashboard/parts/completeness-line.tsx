import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import { formatArrived, formatCount } from '../format.ts';
import { formatView, type View } from '../view.ts';
import { completenessId, lostPercent, markedPercent } from './lost-percent.ts';
import { markedHosts, SilentHostsSentence } from './silent-hosts.tsx';

interface CompletenessLineProps {
  report: TelemetryReport;
  view: View;
}

/** One sentence for the top of a page: it is about all figures of the view. */
export function CompletenessLine({ report: { completeness }, view }: CompletenessLineProps) {
  const { created, stored, pageLoads, silence } = completeness;
  const isSilent = markedHosts(silence).length > 0;
  if (created === 0 && !isSilent) return null;
  const isIncomplete = lostPercent(completeness) >= markedPercent;
  const page = view.page === 'playbacks' ? '' : `./${formatView({ ...view, page: 'playbacks' })}`;
  return (
    <p className="notice" data-marked={isIncomplete || isSilent}>
      {created > 0 && (
        <>
          <b>{formatArrived(stored, created)}</b> of the events that players created have arrived
          {isIncomplete && ', so figures may be too low'} ({formatCount(pageLoads)}{' '}
          {pageLoads === 1 ? 'page load' : 'page loads'}).{isSilent && ' '}
        </>
      )}
      <SilentHostsSentence silence={silence} />
      {(stored < created || isSilent) && (
        <>
          {' '}
          <a href={`${page}#${completenessId}`}>Why not more?</a>
        </>
      )}
    </p>
  );
}
