import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import { formatCount, formatDuration, formatMs, formatShare, formatShort } from '../format.ts';
import { Tile } from './tile.tsx';

/** The most important figures. */
export function Tiles({ report: { totals, startMs } }: { report: TelemetryReport }) {
  const failures = totals.failuresBeforeStart + totals.failuresMidStream;
  return (
    <dl className="tiles" aria-label="Key figures">
      <Tile
        name="Plays"
        value={formatShort(totals.played)}
        detail={`of ${formatCount(totals.playbacks)} requested; ${formatDuration(totals.watchedMs)} watched`}
      />
      <Tile
        name="Start time"
        value={formatMs(startMs.median)}
        detail={`median; p95 ${formatMs(startMs.p95)}`}
      />
      <Tile
        name="Rebuffering"
        value={formatShare(totals.rebufferMs, totals.watchedMs + totals.rebufferMs)}
        detail={`of play time; in ${formatShare(totals.rebuffered, totals.played)} of plays`}
      />
      <Tile
        name="Exits before start"
        value={formatShort(totals.exitsBeforeStart)}
        detail={`${formatShare(totals.exitsBeforeStart, totals.summaries)} of playbacks`}
      />
      <Tile
        name="Failures"
        value={formatShort(failures)}
        detail={`${formatCount(totals.failuresBeforeStart)} before start, ${formatCount(totals.failuresMidStream)} during playback`}
        isGrave={failures > 0}
      />
      <Tile
        name="Refused"
        value={formatShort(totals.refusals)}
        detail="private, expired or forbidden page; not failures"
      />
      <Tile
        name="Autoplay blocked"
        value={formatShort(totals.autoplaysBlocked)}
        detail={`${formatShare(totals.autoplaysBlocked, totals.summaries)} of playbacks`}
      />
    </dl>
  );
}
