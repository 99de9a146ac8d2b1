import { heartbeatLimits } from '../../../../shared/limits/recovery-limits.ts';
import type { Clock } from '../../../../shared/tools/clock.ts';
import { readNumber } from '../../../../shared/tools/read-number.ts';
import type { Recoverable } from '../../recovery/recoverable.ts';

/**
 * If the video's reply requires it, asks the API during playback whether the video may continue
 * (specification §8, `heartbeat.…`):
 * 1. A paused video does not ask. When it plays again, an overdue request is sent at once.
 * 2. An answer other than `OK` stops the video with the answer's error, or with `heartbeat.stop` if
 *   it has none.
 * 3. After several unanswered requests in a row the video stops with `heartbeat.servererror`.
 * 4. A retry by the viewer sends a request at once, so a retry does not get around a refusal.
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
  if (everySec === 0) return;
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

  /** The next request stays due, so playing again sends it first. */
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

/** @returns 0 when the video requires no requests, or its interval is out of bounds or malformed */
function readEverySec(heartbeat: unknown): number {
  const everySec = readNumber(Object(heartbeat).everySec) ?? 0;
  return everySec >= heartbeatLimits.everyMinSec && everySec <= heartbeatLimits.everyMaxSec
    ? everySec
    : 0;
}
