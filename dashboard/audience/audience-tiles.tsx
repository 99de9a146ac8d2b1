import { formatTime } from '../../shared/player/format-time.ts';
import type { AudienceReport } from '../../shared/telemetry/audience-report.ts';
import { areComparable, type Compared, shareOf } from '../compare/compared.ts';
import {
  formatCount,
  formatDuration,
  formatMean,
  formatPercent,
  formatShare,
  formatShort,
} from '../format.ts';
import { Tile } from '../parts/tile.tsx';
import { figures, finishedPercent, watchingNow } from './definitions.ts';

interface AudienceTilesProps {
  audience: AudienceReport;
  /** `null` without anything to compare with. */
  before: AudienceReport | null;
}

/** The most important figures. */
export function AudienceTiles({ audience, before }: AudienceTilesProps) {
  const { viewings, watchedMs, viewers, anonymousViewings, retention, concurrent } = audience;
  const finished = finishedOf(audience);
  const isComparable = before !== null && areComparable(viewings, before.viewings);
  const compare = (
    read: (audience: AudienceReport) => number | null,
    format: (value: number) => string,
    unit: Compared['unit'] = 'percent',
  ): Compared => ({
    isComparable,
    present: read(audience),
    before: before && read(before),
    format: (value) => (value === null ? '–' : format(value)),
    better: 'neither',
    unit,
  });
  return (
    <dl className="tiles" aria-label="Key figures">
      <Tile
        name={figures.viewings.label}
        definition={figures.viewings.definition}
        value={formatShort(viewings)}
        detail={`${formatCount(retention.viewings)} of videos that end`}
        compared={compare((of) => of.viewings, formatShort)}
      />
      <Tile
        name={figures.watchTime.label}
        definition={figures.watchTime.definition}
        value={formatDuration(watchedMs)}
        detail={`${formatTime(watchedMs / viewings / 1_000)} per viewing`}
        compared={compare((of) => of.watchedMs, formatDuration)}
      />
      <Tile
        name={figures.viewers.label}
        definition={figures.viewers.definition}
        value={viewersOf(audience) === null ? '–' : formatShort(viewers)}
        detail={`unknown in ${formatShare(anonymousViewings, viewings)} of viewings`}
        compared={compare(viewersOf, formatShort)}
      />
      <Tile
        name={figures.seen.label}
        definition={figures.seen.definition}
        value={formatPercent(retention.seenPercent)}
        detail="of the video, on average"
        compared={compare((of) => of.retention.seenPercent, formatPercent, 'points')}
      />
      <Tile
        name={figures.finished.label}
        definition={figures.finished.definition}
        value={formatShare(finished, retention.viewings)}
        detail={`${formatCount(finished)} reached ${finishedPercent} % of the video`}
        compared={compare(
          (of) => shareOf(finishedOf(of), of.retention.viewings),
          formatPercent,
          'points',
        )}
      />
      <Tile
        name={watchingNow.label}
        definition={watchingNow.definition}
        value={formatMean(concurrent.nowViewers)}
        detail="all videos and pages"
      />
    </dl>
  );
}

/** Viewings that saw the end of their video. */
const finishedOf = ({ retention }: AudienceReport): number =>
  retention.reached.find(({ percent }) => percent === finishedPercent)?.viewings ?? 0;

/** @returns `null` if the viewer of no viewing is known */
const viewersOf = ({ viewings, anonymousViewings, viewers }: AudienceReport): number | null =>
  viewings === anonymousViewings ? null : viewers;
