import type { PlaybackOutcome } from '../../shared/telemetry/playback-outcome.ts';
import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import { areComparable, type Compared, shareOf } from '../compare/compared.ts';
import {
  formatCount,
  formatDuration,
  formatMs,
  formatPercent,
  formatShare,
  formatShort,
} from '../format.ts';
import { figures } from './definitions.ts';
import { Tile } from './tile.tsx';

interface TilesProps {
  report: TelemetryReport;
  /** `null` without anything to compare with. */
  before: TelemetryReport | null;
  /** Lists the playbacks with an outcome. */
  onList(outcome: PlaybackOutcome): void;
}

/** The most important figures. */
export function Tiles({ report, before, onList }: TilesProps) {
  const { totals, startMs } = report;
  const failures = failuresOf(report);
  const isComparable = before !== null && areComparable(totals.playbacks, before.totals.playbacks);
  /** @param better shares of fewer playbacks are better; missing: neither is */
  const share = (
    read: (report: TelemetryReport) => number | null,
    better: Compared['better'] = 'neither',
  ): Compared => ({
    isComparable,
    present: read(report),
    before: before && read(before),
    format: formatPercent,
    better,
    unit: 'points',
  });
  const lister = (outcome: PlaybackOutcome, count: number) =>
    count === 0 ? undefined : () => onList(outcome);
  return (
    <dl className="tiles" aria-label="Key figures">
      <Tile
        name={figures.plays.label}
        definition={figures.plays.definition}
        value={formatShort(totals.played)}
        detail={`of ${formatCount(totals.playbacks)} requested; ${formatDuration(totals.watchedMs)} watched`}
        compared={{
          isComparable,
          present: totals.played,
          before: before === null ? null : before.totals.played,
          format: (played) => formatShort(played ?? 0),
          better: 'neither',
          unit: 'percent',
        }}
      />
      <Tile
        name={figures.startTime.label}
        definition={figures.startTime.definition}
        value={formatMs(startMs.median)}
        detail={`median; p95 ${formatMs(startMs.p95)}`}
        compared={{
          isComparable,
          present: startMs.median,
          before: before === null ? null : before.startMs.median,
          format: formatMs,
          better: 'lower',
          unit: 'percent',
        }}
      />
      <Tile
        name={figures.rebuffering.label}
        definition={figures.rebuffering.definition}
        value={formatShare(totals.rebufferMs, totals.watchedMs + totals.rebufferMs)}
        detail={`of play time; in ${formatShare(totals.rebuffered, totals.played)} of plays`}
        compared={share(
          ({ totals: { rebufferMs, watchedMs } }) => shareOf(rebufferMs, watchedMs + rebufferMs),
          'lower',
        )}
        onList={lister('rebuffered', totals.rebuffered)}
      />
      <Tile
        name={figures.exits.label}
        definition={figures.exits.definition}
        value={formatShort(totals.exitsBeforeStart)}
        detail={`${formatShare(totals.exitsBeforeStart, totals.summaries)} of playbacks`}
        compared={share(
          ({ totals: { exitsBeforeStart, summaries } }) => shareOf(exitsBeforeStart, summaries),
          'lower',
        )}
        onList={lister('left', totals.exitsBeforeStart)}
      />
      <Tile
        name={figures.failures.label}
        definition={figures.failures.definition}
        value={formatShort(failures)}
        detail={`${formatShare(failures, totals.playbacks)} of playbacks; ${formatCount(totals.failuresBeforeStart)} before start`}
        isGrave={failures > 0}
        compared={share((of) => shareOf(failuresOf(of), of.totals.playbacks), 'lower')}
        onList={lister('failed', failures)}
      />
      <Tile
        name={figures.refused.label}
        definition={figures.refused.definition}
        value={formatShort(totals.refusals)}
        detail={`${formatShare(totals.refusals, totals.playbacks)} of playbacks`}
        compared={share(({ totals: { refusals, playbacks } }) => shareOf(refusals, playbacks))}
        onList={lister('refused', totals.refusals)}
      />
      <Tile
        name={figures.autoplayBlocked.label}
        definition={figures.autoplayBlocked.definition}
        value={formatShort(totals.autoplaysBlocked)}
        detail={`${formatShare(totals.autoplaysBlocked, totals.summaries)} of playbacks`}
        compared={share(({ totals: { autoplaysBlocked, summaries } }) =>
          shareOf(autoplaysBlocked, summaries),
        )}
        onList={lister('blocked', totals.autoplaysBlocked)}
      />
    </dl>
  );
}

const failuresOf = ({ totals }: TelemetryReport) =>
  totals.failuresBeforeStart + totals.failuresMidStream;
