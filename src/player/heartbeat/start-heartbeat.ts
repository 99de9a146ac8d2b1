import type { Clock } from '../../../shared/clock.ts';
import { readNumber } from '../../../shared/read-number.ts';
import { heartbeatLimits } from '../../../shared/recovery-limits.ts';
import type { Recoverable } from '../recovery/create-recovery.ts';

/**
 * While a video plays whose reply wants it, asks the API again whether it may go on (specification §8, `heartbeat.…`):
 *
 * 1. A paused video asks nothing. It asks at once when it plays again and a question is overdue.
 * 2. An answer that is not `OK` stops the video with the answer's error, or with `heartbeat.stop` if it names none.
 * 3. Without an answer for several questions in a row the video stops with `heartbeat.servererror`.
 * 4. A viewer who tries again is asked for at once, so that trying again is no way around a refusal.
 */
export function startHeartbeat(
  {
    video,
    store,
    askVideo,
    fail,
    signal,
  }: Pick<Recoverable, 'video' | 'store' | 'askVideo' | 'fail' | 'signal'>,
  clock: Clock,
): void {
  const { response, videoId } = store.getState();
  const everySec = readEverySec(response?.heartbeat);
  if (everySec === 0 || signal.aborted) return;
  let missedCount = 0;
  let isAsking = false;
  let isDue = false;
  let cancelTimer = () => {};

  function wait(): void {
    isDue = false;
    cancelTimer = clock.setTimer(() => {
      isDue = true;
      void askIfDue();
    }, everySec * 1_000);
  }

  async function askIfDue(): Promise<void> {
    if (!isDue || isAsking || !store.getState().isPlayRequested) return;
    isAsking = true;
    const answer = await askVideo(videoId);
    isAsking = false;
    if (signal.aborted) return;
    missedCount = answer.ok ? 0 : missedCount + 1;
    if (answer.ok && answer.value.playabilityStatus.status !== 'OK') {
      const { errorCode = 'heartbeat.stop', reason = null } = answer.value.playabilityStatus;
      stop(errorCode, reason);
    } else if (missedCount >= heartbeatLimits.missedCount) stop('heartbeat.servererror', null);
    else wait();
  }

  /** The next question stays due: playing on begins with it. */
  function stop(name: string, reason: string | null): void {
    video.pause();
    fail(name, reason);
  }

  const unsubscribe = store.subscribe((state, previous) => {
    if (state.isPlayRequested && !previous.isPlayRequested) void askIfDue();
  });
  signal.addEventListener('abort', () => {
    unsubscribe();
    cancelTimer();
  });
  wait();
}

/** @returns 0 for a video that wants no questions, and for one whose wish is out of bounds or malformed */
function readEverySec(heartbeat: unknown): number {
  const everySec = readNumber(Object(heartbeat).everySec) ?? 0;
  const { everyMinSec, everyMaxSec } = heartbeatLimits;
  return everySec >= everyMinSec && everySec <= everyMaxSec ? everySec : 0;
}
