import { playerLimits } from '../../../shared/limits/player-limits.ts';
import type { EngineReading } from '../../../shared/rpc/hls-playback.ts';
import { readMedia } from '../state/media-element.ts';
import { createEngineSlot, type EngineSlotDeps, type MediaStart } from './engine-slot.ts';
import { playElement, reportEarlyPlayback } from './play-element.ts';
import type { QualitySetters } from './quality-choice.ts';

export interface VideoSessionDeps extends Omit<EngineSlotDeps, 'signal'> {
  startSeconds: number;
  /**
   * Resolves when the video plays, or after a time limit. Until then, keep the thread free for the
   * picture.
   */
  whenMoving: () => Promise<unknown>;
}

/**
 * One video on the element, until the next video. Nothing is fetched before playback is requested,
 * except sources that the browser plays natively.
 */
export interface VideoSession extends QualitySetters {
  prepare(): void;
  play(): void;
  pause(): void;
  stop(): void;
  /** Seconds. */
  seek(seconds: number): void;
  setAudioTrack(id: string): void;
  /** Readings of the engine; `null` without an engine or readings. */
  readEngine(): EngineReading | null;
  /** Retries after an error, from the same position. @returns true if a retry starts */
  retry(): Promise<true | undefined>;
  dispose(): void;
}

export function createVideoSession(deps: VideoSessionDeps): VideoSession {
  const { video, store } = deps;
  const life = new AbortController();
  const media: MediaStart = { startAt: deps.startSeconds, wantsPlay: false };
  /** A seek came while the media was loading for another position. */
  let seekOnceKnown = false;
  const slot = createEngineSlot({ ...deps, signal: life.signal }, media, () => {
    // The native element starts at 0.
    if (media.startAt <= 0) return;
    seekOnceKnown = true;
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) onMetadata();
  });

  video.addEventListener('loadedmetadata', onMetadata, { signal: life.signal });
  // With native playback the source is already in the HTML, so attaching costs nothing.
  if (slot.choices[0]?.engine === 'native') slot.attach();
  if (slot.choices.length === 0) slot.fail('fmt.noneavailable');

  function clampToSeekable(seconds: number): number {
    const media = readMedia(video);
    const seekable = store.getState().liveWindow ?? media.seekable;
    const end = seekable?.end ?? media.duration;
    return Math.min(Math.max(seconds, seekable?.start ?? 0), end > 0 ? end : seconds);
  }

  function onMetadata(): void {
    if (seekOnceKnown) video.currentTime = clampToSeekable(media.startAt);
    seekOnceKnown = false;
    if (media.wantsPlay) playMedia();
  }

  function playMedia(): void {
    media.wantsPlay = false;
    playElement(video, store);
  }

  function play(): void {
    if (store.getState().error !== null) return;
    // The markup's `none` would also stop a file from loading when it replaces a stream.
    if (video.preload === 'none') video.preload = 'auto';
    if (slot.bufferGoalSec === playerLimits.cuedGoalSec) slot.setBufferGoal(null);
    if (!slot.isAttached) slot.attach();
    // Needed even without a failure: only recovery's stall watcher notices a server that never
    // answers.
    void deps.whenMoving().then(slot.loadRecovery);
    if (slot.engine?.name === 'native' || video.readyState >= HTMLMediaElement.HAVE_METADATA) {
      // The markup's `autoplay`, or a click before the page's script, may have started playback
      // before the listeners existed.
      const hasBegun = !video.paused && store.getState().playback < 0;
      // Called at once, because browsers require `play()` within the viewer's click.
      playMedia();
      if (hasBegun) reportEarlyPlayback(video, store, life.signal);
      return;
    }
    media.wantsPlay = true;
    store.dispatch({ type: 'starting' });
    store.dispatch({ type: 'waiting', media: null });
  }

  return {
    prepare() {
      if (!slot.isAttached) slot.attach();
      // Nothing of a file with a poster in the markup has been fetched until now.
      video.preload = 'metadata';
    },
    play,
    pause() {
      if (media.wantsPlay) {
        media.wantsPlay = false;
        store.dispatch({ type: 'paused', media: readMedia(video) });
      }
      video.pause();
    },
    stop() {
      video.pause();
      slot.detach();
      media.startAt = 0;
      store.dispatch({ type: 'stopped' });
    },
    seek(seconds) {
      if (video.readyState >= HTMLMediaElement.HAVE_METADATA) {
        video.currentTime = clampToSeekable(seconds);
      } else {
        media.startAt = Math.max(0, seconds);
        seekOnceKnown = slot.isAttached;
        store.dispatch({ type: 'start_moved', startSeconds: media.startAt });
      }
    },
    setQuality: slot.setQuality,
    setQualityHeight: slot.setQualityHeight,
    setAudioTrack: (id) => slot.engine?.setAudioTrack(id),
    readEngine: () => slot.engine?.read?.() ?? null,
    retry: () => slot.loadRecovery().then((loaded) => loaded?.retry()),
    dispose() {
      life.abort();
      slot.detach();
    },
  };
}
