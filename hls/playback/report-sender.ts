import type Hls from 'hls.js';
import { Events, type LevelUpdatedData } from 'hls.js';
import { hlsLimits } from '../../shared/limits/hls-limits.ts';
import type { HlsNews } from '../../shared/rpc/hls-playback.ts';

type Changes = Extract<HlsNews, { type: 'changed' }>['changes'];

/**
 * Reports the state of a stream's sender, from each playlist that arrives. Requirements:
 *
 * 1. A stream is live until its playlist has an end.
 * 2. The sender is paused if playlists arrive, but without new segments. That is no failure of the
 *    network, and playback continues with the next segment.
 * 3. A sender that has started again at an earlier segment makes a new timeline, which hls.js
 *    cannot join to the old one: the media is loaded again.
 */
export function reportSender(hls: Hls, notify: (news: HlsNews) => void): void {
  let reported: Changes = {};
  /** By level, because levels may count their segments differently. */
  const firstSegments = new Map<number, number>();

  hls.on(Events.LEVEL_UPDATED, (_event, { details, level }: LevelUpdatedData) => {
    const { startSN, endSN, age, targetduration } = details;
    const isLive = details.live && details.type !== 'VOD';
    if (isLive && endSN < (firstSegments.get(level) ?? 0)) {
      const detail = `the sender started again at segment ${startSN}`;
      notify({ type: 'failed', name: 'fmt.noneavailable', detail, status: null, isMoved: true });
      return;
    }
    firstSegments.set(level, startSN);
    const isSenderPaused = isLive && age > targetduration * hlsLimits.lateTargetsCount;
    if (isLive === reported.isLive && isSenderPaused === reported.isSenderPaused) return;
    reported = { isLive, isSenderPaused };
    notify({ type: 'changed', changes: reported });
  });
}
