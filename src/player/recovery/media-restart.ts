import { recoveryLimits } from '../../../shared/limits/recovery-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { followLiveMoment } from './live-moment.ts';
import type { Recoverable } from './recoverable.ts';

/**
 * Restarts the media at the current time, with the quality that viewer or host chose.
 * @param isCareful keeps a small buffer for a while
 */
export type MediaRestart = (index: number, isCareful?: boolean) => void;

export function createMediaRestart(session: Recoverable, clock: Clock): MediaRestart {
  let cancelCare = () => {};
  const readBehindSec = followLiveMoment(session, clock);

  function setGoal(seconds: number | null): void {
    cancelCare();
    session.setBufferGoal(seconds);
    if (seconds !== null)
      cancelCare = clock.setTimer(() => setGoal(null), recoveryLimits.carefulMs);
  }

  session.signal.addEventListener('abort', () => cancelCare());
  return (index, isCareful = false) => {
    const { isPlayRequested, currentTime, isLive } = session.store.getState();
    setGoal(isCareful ? recoveryLimits.carefulSec : null);
    // An engine may fail during its seek to the start; that seek is not the viewer's position.
    session.store.dispatch({ type: 'start_moved', startSeconds: currentTime });
    const startSeconds = isLive ? -readBehindSec() : currentTime;
    session.restartFrom(index, startSeconds, isPlayRequested);
  };
}
