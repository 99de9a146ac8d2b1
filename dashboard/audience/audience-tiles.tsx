import { formatTime } from '../../shared/player/format-time.ts';
import type { AudienceReport } from '../../shared/telemetry/audience-report.ts';
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

/** The most important figures. */
export function AudienceTiles({ audience }: { audience: AudienceReport }) {
  const { viewings, watchedMs, viewers, anonymousViewings, retention, concurrent } = audience;
  const finished =
    retention.reached.find(({ percent }) => percent === finishedPercent)?.viewings ?? 0;
  return (
    <dl className="tiles" aria-label="Key figures">
      <Tile
        name={figures.viewings.label}
        definition={figures.viewings.definition}
        value={formatShort(viewings)}
        detail={`${formatCount(retention.viewings)} of videos that end`}
      />
      <Tile
        name={figures.watchTime.label}
        definition={figures.watchTime.definition}
        value={formatDuration(watchedMs)}
        detail={`${formatTime(watchedMs / viewings / 1_000)} per viewing`}
      />
      <Tile
        name={figures.viewers.label}
        definition={figures.viewers.definition}
        value={viewings === anonymousViewings ? '–' : formatShort(viewers)}
        detail={`unknown in ${formatShare(anonymousViewings, viewings)} of viewings`}
      />
      <Tile
        name={figures.seen.label}
        definition={figures.seen.definition}
        value={formatPercent(retention.seenPercent)}
        detail="of the video, on average"
      />
      <Tile
        name={figures.finished.label}
        definition={figures.finished.definition}
        value={formatShare(finished, retention.viewings)}
        detail={`${formatCount(finished)} reached ${finishedPercent} % of the video`}
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
