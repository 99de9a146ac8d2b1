import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import { formatArrived, formatLatest, formatPeriod } from '../format.ts';
import { lostPercent, markedPercent } from '../parts/lost-percent.ts';
import { areComparable, comparableCount } from './compared.ts';

interface ComparedNoteProps {
  /** The time that figures are compared with. */
  period: { fromMs: number; toMs: number };
  /** Plural of what is counted, such as `playbacks`. */
  things: string;
  /** Their number in the time of the view. */
  count: number;
  /** Their number in `period`. */
  countBefore: number;
  countedFromMs: number | null;
  completeness?: TelemetryReport['completeness'];
}

/** Names the time that the figures above are compared with, and what may mislead. */
export function ComparedNote({
  period,
  things,
  count,
  countBefore,
  countedFromMs,
  completeness,
}: ComparedNoteProps) {
  const time = formatPeriod(period.fromMs, period.toMs);
  if (countBefore === 0)
    return <p className="note wide">{`Compared with nothing: there are no ${things} ${time}.`}</p>;
  const few = areComparable(count, countBefore)
    ? ''
    : `Differences show from ${comparableCount} ${things} on, in both times.`;
  const latest = formatLatest(countedFromMs, things);
  const lacks =
    completeness !== undefined && lostPercent(completeness) >= markedPercent
      ? `Only ${formatArrived(completeness.stored, completeness.created)} of the events of that time have arrived.`
      : '';
  return (
    <p className="note wide">
      {[`Compared with ${things} ${time}.`, few, latest, lacks].join(' ').trim()}
    </p>
  );
}
