import { playerLimits } from '../../../shared/limits/limits.ts';
import type { MediaSourceInfo, PlayerResponse } from '../../../shared/player/player-response.ts';
import type { EngineReading } from '../../../shared/rpc/hls-playback.ts';
import type { Result } from '../../../shared/tools/result.ts';
import type { CreateEngine, EngineReport } from '../engines/engine.ts';
import { loadEngine } from '../engines/load-engine.ts';
import { createNativeEngine } from '../engines/native-engine.ts';
import {
  type EngineChoice,
  readMediaCapabilities,
  selectEngines,
} from '../engines/select-engines.ts';
import type { Recoverable, Recovery } from '../recovery/create-recovery.ts';
import { readMedia } from '../state/media-element.ts';
import type { PlayerStore } from '../state/player-store.ts';
import { levelForHeight } from './level-for-height.ts';

export interface VideoSessionDeps {
  video: HTMLVideoElement;
  store: PlayerStore;
  sources: readonly MediaSourceInfo[];
  startSeconds: number;
  /** Pixels; `null` is automatic. */
  suggestedHeight: number | null;
  /** The API's `player` interface, to replace expired URLs. */
  askVideo: (videoId: string) => Promise<Result<PlayerResponse>>;
  /**
   * Resolves when the video plays, or after a time limit. Until then, keep the thread free for the
   * picture.
   */
  whenMoving: () => Promise<unknown>;
}

/**
 * One video on the element, until the next video. Nothing is fetched before playback is requested,
 * except sources that the browser plays natively. `recovery/` handles failures that an engine
 * cannot; it loads when a video plays, or at the first failure.
 */
export interface VideoSession {
  prepare(): void;
  play(): void;
  pause(): void;
  stop(): void;
  /** Seconds. */
  seek(seconds: number): void;
  setQuality(id: string | null): void;
  setAudioTrack(id: string): void;
  /** Readings of the engine; `null` without an engine or readings. */
  readEngine(): EngineReading | null;
  /** Retries after an error, from the same position. @returns true if a retry starts */
  retry(): Promise<true | undefined>;
  dispose(): void;
}

export function createVideoSession(deps: VideoSessionDeps): VideoSession {
  const { video, store, sources, suggestedHeight } = deps;
  const life = new AbortController();
  let isAttached = false;
  let startAt = deps.startSeconds;
  /** Playback was requested before the element had media. */
  let wantsPlay = false;
  /** A seek came while the media was loading for another position. */
  let seekOnceKnown = false;
  /** Discards engines whose code loads after the session or the attempt has ended. */
  let attempt = 0;
  let recovery: Promise<Recovery | null> | null = null;
  const on: Recoverable = {
    ...deps,
    signal: life.signal,
    choices: selectEngines(sources, readMediaCapabilities(video)),
    index: 0,
    engine: null,
    bufferGoalSec: playerLimits.cuedGoalSec,
    takeUp(index, seconds, isPlayed) {
      detach();
      on.index = index;
      startAt = seconds;
      wantsPlay = isPlayed;
      store.dispatch({
        type: 'tracks',
        tracks: { captions: [], audioTracks: [], forcedTracks: [] },
      });
      attach();
    },
    setQuality,
    fail,
  };

  video.addEventListener('loadedmetadata', onMetadata, { signal: life.signal });
  // With native playback the source is already in the HTML, so attaching costs nothing.
  if (on.choices[0]?.engine === 'native') attach();
  if (on.choices.length === 0) fail('fmt.noneavailable');

  function onMetadata(): void {
    if (seekOnceKnown) video.currentTime = clampToSeekable(video, startAt);
    seekOnceKnown = false;
    if (wantsPlay) playElement();
  }

  function attach(): void {
    const choice = on.choices[on.index];
    if (choice === undefined) return;
    isAttached = true;
    attempt += 1;
    const mine = attempt;
    if (choice.engine === 'native') {
      startEngine(createNativeEngine, choice);
      return;
    }
    loadEngine(choice.engine).then(
      (create) => {
        if (mine === attempt) startEngine(create, choice);
      },
      // The engine's chunk failed to load.
      () => {
        if (mine === attempt) onReport({ type: 'failed', name: 'net.retryexhausted' });
      },
    );
  }

  function startEngine(create: CreateEngine, choice: EngineChoice): void {
    const engine = create({ video, report: onReport, bufferGoalSec: on.bufferGoalSec });
    on.engine = engine;
    store.dispatch({ type: 'changed', changes: { engine: engine.name } });
    engine.load(choice.source, startAt);
    // The native element starts at 0.
    if (engine.name !== 'native' || startAt <= 0) return;
    seekOnceKnown = true;
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) onMetadata();
  }

  function onReport(report: EngineReport): void {
    if (report.type === 'failed') {
      const mine = attempt;
      void loadRecovery().then((loaded) => {
        if (mine !== attempt) return;
        if (loaded) loaded.failed(report);
        // No chunk loads, for example in a tab older than the server's build. Another choice may
        // need none.
        else if (on.index + 1 < on.choices.length) on.takeUp(on.index + 1, startAt, wantsPlay);
        else fail(report.name);
      });
      return;
    }
    store.dispatch(report);
    if (report.type === 'qualities' && suggestedHeight !== null)
      setQuality(levelForHeight(report.levels, suggestedHeight)?.id ?? null);
  }

  function setQuality(id: string | null): void {
    store.dispatch({ type: 'changed', changes: { fixedQualityId: id } });
    on.engine?.setQuality(id);
  }

  function loadRecovery(): Promise<Recovery | null> {
    recovery ??= import('../recovery/start-recovery.ts').then(
      ({ startRecovery }) => startRecovery(on),
      // The script failed to load; the next failure shows its error.
      () => null,
    );
    return recovery;
  }

  function fail(name: string, message: string | null = null): void {
    attempt += 1;
    wantsPlay = false;
    store.dispatch({ type: 'failed', error: { name, message } });
  }

  function playElement(): void {
    wantsPlay = false;
    video.play().catch((error: unknown) => {
      // The browser requires a user gesture. Other rejections come from a newer source, or also as
      // an `error` event.
      if (error instanceof DOMException && error.name === 'NotAllowedError')
        store.dispatch({ type: 'autoplay_blocked' });
    });
  }

  function play(): void {
    if (store.getState().error !== null) return;
    // The markup's `none` would also stop a file from loading when it replaces a stream.
    if (video.preload === 'none') video.preload = 'auto';
    if (on.bufferGoalSec === playerLimits.cuedGoalSec) {
      on.bufferGoalSec = null;
      on.engine?.setBufferGoal?.(null);
    }
    if (!isAttached) attach();
    // Needed even without a failure: only recovery's stall watcher notices a server that never
    // answers.
    void deps.whenMoving().then(loadRecovery);
    if (on.engine?.name === 'native' || video.readyState >= HTMLMediaElement.HAVE_METADATA) {
      // The markup's `autoplay`, or a click before the page's script, may have started playback
      // before the listeners existed.
      const hasBegun = !video.paused && store.getState().playback < 0;
      // Called at once, because browsers require `play()` within the viewer's click.
      playElement();
      if (hasBegun) {
        store.dispatch({ type: 'starting' });
        store.dispatch({ type: 'waiting', media: readMedia(video) });
        const tellPlaying = () => {
          const media = readMedia(video);
          if (media.canGoOn && !media.isPaused) store.dispatch({ type: 'playing', media });
        };
        tellPlaying();
        // WebKit fires no `playing` if `autoplay` started playback and `play()` continued it.
        video.addEventListener('canplay', tellPlaying, { signal: life.signal, once: true });
      }
      return;
    }
    wantsPlay = true;
    store.dispatch({ type: 'starting' });
    store.dispatch({ type: 'waiting', media: null });
  }

  function detach(): void {
    attempt += 1;
    wantsPlay = false;
    isAttached = false;
    on.engine?.dispose();
    on.engine = null;
  }

  return {
    prepare() {
      if (!isAttached) attach();
      // Nothing of a file with a poster in the markup has been fetched until now.
      video.preload = 'metadata';
    },
    play,
    pause() {
      if (wantsPlay) {
        wantsPlay = false;
        store.dispatch({ type: 'paused', media: readMedia(video) });
      }
      video.pause();
    },
    stop() {
      video.pause();
      detach();
      startAt = 0;
      store.dispatch({ type: 'stopped' });
    },
    seek(seconds) {
      if (video.readyState >= HTMLMediaElement.HAVE_METADATA) {
        video.currentTime = clampToSeekable(video, seconds);
      } else {
        startAt = Math.max(0, seconds);
        seekOnceKnown = isAttached;
        store.dispatch({ type: 'start_moved', startSeconds: startAt });
      }
    },
    setQuality,
    setAudioTrack: (id) => on.engine?.setAudioTrack(id),
    readEngine: () => on.engine?.read?.() ?? null,
    retry: () => loadRecovery().then((loaded) => loaded?.retry()),
    dispose() {
      life.abort();
      detach();
    },
  };
}

function clampToSeekable(video: HTMLVideoElement, seconds: number): number {
  const { seekable, duration } = readMedia(video);
  const end = seekable?.end ?? duration;
  return Math.min(Math.max(seconds, seekable?.start ?? 0), end > 0 ? end : seconds);
}
