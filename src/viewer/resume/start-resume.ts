import { resumeLimits } from '../../../shared/limits/resume-limits.ts';
import { playbackState } from '../../../shared/player/playback-state.ts';
import type { PlayerArgs } from '../../../shared/player/player-args.ts';
import type { DeviceAnswer, DeviceReport } from '../../../shared/telemetry/device-report.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { canBeMoved, placeOf } from '../../parts/resume-rules.ts';
import type { Controller } from '../../player/session/controller.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';

export interface ResumeDeps {
  store: PlayerStore;
  controller: Pick<Controller, 'setCurrentTime'>;
  clock: Clock;
  args: Pick<PlayerArgs, 'videoId' | 'start' | 'end'>;
  /** The one who requested the video; a host that loads one chooses the start position itself. */
  playback: { readonly initiator: string | null };
  services: { reportDevice(report: DeviceReport): Promise<Result<DeviceAnswer>> };
  /** Calls the listener when the page may never be visible again. */
  onHidden(listener: () => void, signal: AbortSignal): void;
}

/**
 * Resumes videos where the viewer left them, and has the services store those positions. The
 * services decide whether anything may be stored. A waiting video is moved only when playback is
 * requested, so that nothing is fetched before.
 */
export function startResume(deps: ResumeDeps, signal: AbortSignal): void {
  const { store, controller, args, playback, services, clock } = deps;
  /** Id of the current video; `null` if its position is not stored. */
  let watchedId: string | null = null;
  /** The position reported last; `undefined` before the first report. */
  let reportedSeconds: number | null | undefined;
  let cancelTimer = () => {};
  /** Resume position to apply once playback is requested. */
  let target: number | null = null;

  function isPart({ videoId, currentTime }: PlayerState): boolean {
    return (
      currentTime > 0 || (videoId === args.videoId && (args.start !== null || args.end !== null))
    );
  }

  function report(state: PlayerState): void {
    if (watchedId === null || !state.hasFirstFrame) return;
    const seconds = placeOf(state);
    if (seconds === undefined || seconds === reportedSeconds) return;
    reportedSeconds = seconds;
    void services.reportDevice({ watched: { videoId: watchedId, seconds } });
  }

  async function open(state: PlayerState): Promise<void> {
    const { response, videoId } = state;
    watchedId = null;
    target = null;
    reportedSeconds = undefined;
    if (response === null || videoId === '' || state.isLive || isPart(state)) return;
    watchedId = videoId;
    if (playback.initiator === 'host') return;
    const answer = await services.reportDevice({ opened: videoId });
    const now = store.getState();
    const seconds = answer.ok ? answer.value.resumeSeconds : null;
    if (seconds === null || signal.aborted || now.response !== response) return;
    target = seconds;
    move(now);
  }

  function move(state: PlayerState): void {
    if (target === null || !state.isPlayRequested) return;
    const seconds = target;
    target = null;
    if (!canBeMoved(state)) return;
    controller.setCurrentTime(seconds);
    store.dispatch({ type: 'changed', changes: { resumedAt: seconds } });
  }

  function startTimer(): void {
    cancelTimer = clock.setTimer(() => {
      startTimer();
      report(store.getState());
    }, resumeLimits.everyMs);
  }

  /** The timer runs only during playback. A pause and the end are reported at once. */
  function follow(state: PlayerState): void {
    cancelTimer();
    if (state.playback === playbackState.playing) startTimer();
    if (state.playback === playbackState.paused || state.playback === playbackState.ended)
      report(state);
  }

  const stop = store.subscribe((state, previous) => {
    if (state.response !== previous.response) {
      report(previous);
      void open(state);
    } else move(state);
    if (state.playback !== previous.playback) follow(state);
    // A finished seek is a new position.
    if (previous.isSeeking && !state.isSeeking) report(state);
  });
  signal.addEventListener(
    'abort',
    () => {
      stop();
      cancelTimer();
    },
    { once: true },
  );
  deps.onHidden(() => report(store.getState()), signal);
  void open(store.getState());
  // The video may be playing already.
  follow(store.getState());
}
