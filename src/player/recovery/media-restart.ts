import { recoveryLimits } from '../../../shared/limits/recovery-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { levelForHeight } from '../session/level-for-height.ts';
import { followLiveMoment } from './live-moment.ts';
import type { Recoverable } from './recoverable.ts';

/**
 * Restarts the media at the current time, with the quality that the viewer chose.
 * @param isCareful keeps a small buffer for a while
 */
export type MediaRestart = (index: number, isCareful?: boolean) => void;

export function createMediaRestart(session: Recoverable, clock: Clock): MediaRestart {
  let unwatchQualities = () => {};
  let cancelCare = () => {};
  const readBehindSec = followLiveMoment(session, clock);

  function setGoal(seconds: number | null): void {
    cancelCare();
    session.bufferGoalSec = seconds;
    session.engine?.setBufferGoal?.(seconds);
    if (seconds !== null)
      cancelCare = clock.setTimer(() => setGoal(null), recoveryLimits.carefulMs);
  }

  session.signal.addEventListener('abort', () => {
    unwatchQualities();
    cancelCare();
  });
  return (index, isCareful = false) => {
    const { isPlayRequested, currentTime, isLive, qualities, fixedQualityId } =
      session.store.getState();
    // Keeps the chosen quality by height, because another source uses other level ids.
    const height = qualities.find(({ id }) => id === fixedQualityId)?.height ?? null;
    unwatchQualities();
    unwatchQualities = session.store.subscribe((state, previous) => {
      if (state.qualities === previous.qualities) return;
      unwatchQualities();
      session.setQuality(
        height === null ? null : (levelForHeight(state.qualities, height)?.id ?? null),
      );
    });
    setGoal(isCareful ? recoveryLimits.carefulSec : null);
    // An engine may fail during its seek to the start; that seek is not the viewer's position.
    session.store.dispatch({ type: 'start_moved', startSeconds: currentTime });
    const startSeconds = isLive ? -readBehindSec() : currentTime;
    session.restartFrom(index, startSeconds, isPlayRequested);
  };
}
