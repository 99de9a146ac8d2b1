import { playerLimits } from '../../../shared/limits/player-limits.ts';
import type { CaptionStyle } from '../../../shared/player/caption-style-schema.ts';
import { playbackState } from '../../../shared/player/playback-state.ts';
import type { EngineReading } from '../../../shared/rpc/hls-playback.ts';
import { dispatchRate, dispatchVolume, watchMediaElement } from '../state/media-element.ts';
import { playbackRates } from '../state/playback-rates.ts';
import { createProgramme, type Programme, type ProgrammeDeps } from './programme.ts';
import type { QualitySetters } from './quality-choice.ts';
import type { VideoSession } from './video-session.ts';

export interface ControllerDeps extends ProgrammeDeps {
  /** The element that goes full screen. */
  root: HTMLElement;
}

/**
 * Acts on the media element for the viewer, the host page and the keyboard. Never changes playback
 * state itself: only the element's events do (`watchMediaElement`).
 */
export interface Controller
  extends QualitySetters,
    Omit<Programme, 'session' | 'changeAwaited' | 'isAwaitedPaused' | 'startAgain'> {
  setLoop(isLooping: boolean): void;
  /**
   * Fetches media early, so that playback starts sooner. Call when the viewer seems about to play.
   */
  prepare(): void;
  play(): void;
  pause(): void;
  /** Returns to the first frame and waits. */
  stop(): void;
  /**
   * A cued or ended video starts playing; a paused one stays paused.
   * @param seconds
   * @param allowSeekAhead false: only seek within the buffer, as while a slider is dragged
   */
  seekTo(seconds: number, allowSeekAhead?: boolean): void;
  /** Seeks without starting playback, like the media element's property. Seconds. */
  setCurrentTime(seconds: number): void;
  /** 0 to 100. */
  setVolume(volume: number): void;
  mute(): void;
  unMute(): void;
  /** Uses the nearest supported rate, rounded towards 1. */
  setPlaybackRate(rate: number): void;
  /** `null` is off. */
  setCaptions(language: string | null): void;
  setCaptionStyle(style: CaptionStyle): void;
  /** Steps from the normal size, -1 to 3; other values are ignored. */
  setCaptionsFontSize(step: number): void;
  /** Selects one of the video's tracks; later videos use its language too. */
  setAudioTrack(id: string): void;
  toggleFullscreen(): void;
  /** Readings of the engine; `null` if it has none. */
  readEngine(): EngineReading | null;
  /** Continues after an error from the same position. @returns true if a retry starts */
  retry(): Promise<true | undefined> | undefined;
}

/** Steps that YouTube's captions module supports. */
export const captionsFontSizes: readonly number[] = [-1, 0, 1, 2, 3];

export function createController(deps: ControllerDeps): Controller {
  const { video, root, store } = deps;
  const life = new AbortController();
  watchMediaElement(video, store, life.signal);
  const { session, changeAwaited, isAwaitedPaused, startAgain, ...programme } =
    createProgramme(deps);
  document.addEventListener(
    'fullscreenchange',
    () =>
      store.dispatch({
        type: 'changed',
        changes: { isFullscreen: document.fullscreenElement === root },
      }),
    { signal: life.signal },
  );

  /** The session of a cued video that was paused before playback. */
  let pausedSession: VideoSession | null = null;

  /** After the end, restarts the video or the whole playlist. */
  function play(): void {
    if (store.getState().playback === playbackState.ended) startAgain();
    else session()?.play();
    pausedSession = null;
    changeAwaited({ start: 'load', isPaused: false });
  }

  function seekTo(seconds: number, allowSeekAhead = true): void {
    const { playback, buffered } = store.getState();
    const isBuffered = buffered.some(({ start, end }) => start <= seconds && seconds <= end);
    if (!Number.isFinite(seconds) || !(allowSeekAhead || isBuffered)) return;
    session()?.seek(seconds);
    const isWaiting = playback === playbackState.cued || playback === playbackState.ended;
    if (session() !== null && session() === pausedSession) session()?.prepare();
    else if (isWaiting) session()?.play();
    // A video that is still awaited is treated like a cued one.
    const startAt = Math.max(0, seconds);
    changeAwaited(isAwaitedPaused() ? { startAt } : { start: 'load', startAt });
  }

  return {
    ...programme,
    setLoop: (isLooping) => store.dispatch({ type: 'changed', changes: { isLooping } }),
    prepare: () => session()?.prepare(),
    play,
    pause() {
      session()?.pause();
      // A cued video has nothing to pause, but a later seek must not start it.
      pausedSession = store.getState().playback === playbackState.cued ? session() : null;
      changeAwaited({ isPaused: true });
    },
    stop() {
      session()?.stop();
      changeAwaited({ start: 'cue', startAt: 0 });
    },
    seekTo,
    setCurrentTime(seconds) {
      if (!Number.isFinite(seconds)) return;
      session()?.seek(seconds);
      // The element reports its time only once it has media.
      session()?.prepare();
      changeAwaited({ startAt: Math.max(0, seconds) });
    },
    setVolume(volume) {
      if (!Number.isNaN(volume))
        video.volume = Math.min(100, Math.max(0, Math.trunc(volume))) / 100;
      dispatchVolume(video, store);
    },
    mute() {
      video.muted = true;
      dispatchVolume(video, store);
    },
    unMute() {
      video.muted = false;
      if (video.volume * 100 < playerLimits.audibleVolume)
        video.volume = playerLimits.audibleVolume / 100;
      dispatchVolume(video, store);
    },
    setPlaybackRate(rate) {
      const nearest = nearestPlaybackRate(rate);
      if (nearest === null) return;
      // Loading a new source resets the rate to the default rate.
      video.defaultPlaybackRate = nearest;
      video.playbackRate = nearest;
      dispatchRate(video, store);
    },
    setQuality: (id) => session()?.setQuality(id),
    setQualityHeight(height) {
      session()?.setQualityHeight(height);
      changeAwaited({ qualityHeight: height });
    },
    setCaptions(language) {
      store.dispatch({ type: 'captions', language });
    },
    setCaptionsFontSize(step) {
      if (captionsFontSizes.includes(step))
        store.dispatch({ type: 'changed', changes: { captionsFontSize: step } });
    },
    setCaptionStyle: (style) =>
      store.dispatch({ type: 'changed', changes: { captionStyle: style } }),
    setAudioTrack(id) {
      const track = store.getState().audioTracks.find((known) => known.id === id);
      if (track === undefined) return;
      store.dispatch({ type: 'changed', changes: { audioWanted: track.languageCode } });
      session()?.setAudioTrack(id);
    },
    toggleFullscreen: () => toggleFullscreen(root, video),
    readEngine: () => session()?.readEngine() ?? null,
    retry: () => session()?.retry(),
    dispose() {
      life.abort();
      programme.dispose();
    },
  };
}

/** @returns 1.75 for 1.9 and 0.5 for 0.4, as on YouTube; `null` for an invalid rate */
function nearestPlaybackRate(rate: number): number | null {
  if (!(rate > 0) || !Number.isFinite(rate)) return null;
  if (rate >= 1) return playbackRates.findLast((known) => known <= rate) ?? null;
  return playbackRates.find((known) => known >= rate) ?? null;
}

function toggleFullscreen(root: HTMLElement, video: HTMLVideoElement): void {
  // iPhones can only make the video element itself full screen.
  const iphone = video as HTMLVideoElement & { webkitEnterFullscreen?: () => void };
  // Rejections can be ignored: the host did not allow it, and the state has not changed.
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => {});
  else if (document.fullscreenEnabled) void root.requestFullscreen().catch(() => {});
  else iphone.webkitEnterFullscreen?.();
}
