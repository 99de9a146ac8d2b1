import type RxPlayer from 'rx-player/minimal';
import { dashLimits } from '../../../shared/limits/dash-limits.ts';
import { pageClock } from '../../page/page-clock.ts';
import { createDashSender } from './dash-sender.ts';
import type { EngineDeps } from './engine.ts';

/** @returns stops the reports of the stream's sender */
export function watchDashSender(
  player: RxPlayer,
  { video, url, report }: Pick<EngineDeps, 'video' | 'report'> & { url: string },
): () => void {
  const sender = createDashSender({
    async fetchMpd() {
      const answer = await fetch(url, { cache: 'no-cache' });
      if (!answer.ok) throw new Error(`the server answered with ${answer.status}`);
      return answer.text();
    },
    isLive: () => player.isLive(),
    isBeyondEnd: () =>
      player.getPosition() > (player.getMaximumPosition() ?? Infinity) + dashLimits.beyondEndSec,
    setTimer: pageClock.setTimer,
    report: (changes) => report({ type: 'changed', changes }),
    reload() {
      const detail = 'the sender started again';
      report({ type: 'failed', name: 'fmt.noneavailable', detail, isMoved: true });
    },
  });

  function update(): void {
    const state = player.getPlayerState();
    // Held at the start, for the stream's next segment.
    const isHeld = video.playbackRate === 0;
    const isLoading = state === 'LOADING' || state === 'RELOADING';
    // Without content, no stream is live.
    if (state === 'STOPPED' || (isLoading && !isHeld)) return;
    sender.update(player.isLive() && (state === 'BUFFERING' || isHeld));
  }

  player.addEventListener('playerStateChange', update);
  // The last update of an MPD ends the stream.
  video.addEventListener('durationchange', update);
  video.addEventListener('ratechange', update);
  return () => {
    sender.dispose();
    player.removeEventListener('playerStateChange', update);
    video.removeEventListener('durationchange', update);
    video.removeEventListener('ratechange', update);
  };
}
