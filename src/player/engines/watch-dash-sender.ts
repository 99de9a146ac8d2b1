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
    // Without content, no stream is live.
    const isLoaded = state !== 'STOPPED' && state !== 'LOADING' && state !== 'RELOADING';
    if (!isLoaded) return;
    const isWaiting = state === 'BUFFERING' && player.isLive();
    // RxPlayer holds the element just before the end of its media, so that it reports no wait.
    if (isWaiting && video.playbackRate === 0) video.dispatchEvent(new Event('waiting'));
    sender.update(isWaiting);
  }

  player.addEventListener('playerStateChange', update);
  // The last update of an MPD ends the stream.
  video.addEventListener('durationchange', update);
  return () => {
    sender.dispose();
    player.removeEventListener('playerStateChange', update);
    video.removeEventListener('durationchange', update);
  };
}
