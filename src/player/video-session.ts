import type { EngineReading } from '../../shared/hls-playback.ts';
import { playerLimits } from '../../shared/limits.ts';
import type { MediaSourceInfo, PlayerResponse } from '../../shared/player-response.ts';
import type { Result } from '../../shared/result.ts';
import type { CreateEngine, EngineReport } from './engines/engine.ts';
import { loadEngine } from './engines/load-engine.ts';
import { createNativeEngine } from './engines/native-engine.ts';
import {
  type EngineChoice,
  readMediaCapabilities,
  selectEngines,
} from './engines/select-engines.ts';
import { levelForHeight } from './level-for-height.ts';
import { readMedia } from './media-element.ts';
import type { PlayerStore } from './player-store.ts';
import type { Recoverable, Recovery } from './recovery/create-recovery.ts';

export interface VideoSessionDeps {
  video: HTMLVideoElement;
  store: PlayerStore;
  sources: readonly MediaSourceInfo[];
  startSeconds: number;
  /** Pixels; `null` is automatic. */
  suggestedHeight: number | null;
  /** The API's `player` interface, for addresses that have become too old. */
  askVideo: (videoId: string) => Promise<Result<PlayerResponse>>;
  /** Resolves when the video moves, or has had enough time to: until then the thread is the picture's. */
  whenMoving: () => Promise<unknown>;
}

/**
 * One video on the element, from cue to the next video. Nothing is fetched before somebody wants to play, except what the
 * browser plays alone. What an engine cannot get over, `recovery/` does: loaded when a video plays, and at the first failure.
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
  /** What the engine knows of its work; `null` without an engine, or if it knows nothing. */
  readEngine(): EngineReading | null;
  /** After an error: from where it came. @returns whether it is tried */
  retry(): Promise<true | undefined>;
  dispose(): void;
}

export function createVideoSession(deps: VideoSessionDeps): VideoSession {
  const { video, store, sources, suggestedHeight } = deps;
  const life = new AbortController();
  let isAttached = false;
  let startAt = deps.startSeconds;
  /** Somebody asked to play before the element had anything to play. */
  let wantsPlay = false;
  /** A seek came while the media was on its way to somewhere else. */
  let seekOnceKnown = false;
  /** Engines whose code arrives after the session ended, or after the next choice, are stale. */
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
  // A browser that plays the source alone has it from the HTML already; taking it up costs nothing.
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
      // The engine's script did not arrive.
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
    // The element alone starts at its beginning.
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
        // No script comes any more, as in a tab that is older than the server's build: another way may need none.
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
    recovery ??= import('./recovery/start-recovery.ts').then(
      ({ startRecovery }) => startRecovery(on),
      // The script did not arrive: the viewer is told at the first failure.
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
      // The browser wants a gesture first. Other refusals come from a newer source taking over, or as an `error` event.
      if (error instanceof DOMException && error.name === 'NotAllowedError')
        store.dispatch({ type: 'autoplay_blocked' });
    });
  }

  function play(): void {
    if (store.getState().error !== null) return;
    // The markup's `none` would keep also a file that is taken up after a stream from loading.
    if (video.preload === 'none') video.preload = 'auto';
    if (on.bufferGoalSec === playerLimits.cuedGoalSec) {
      on.bufferGoalSec = null;
      on.engine?.setBufferGoal?.(null);
    }
    if (!isAttached) attach();
    // Also a server that never answers is a failure, and only its watch on stalls tells.
    void deps.whenMoving().then(loadRecovery);
    if (on.engine?.name === 'native' || video.readyState >= HTMLMediaElement.HAVE_METADATA) {
      // The markup's `autoplay`, or a click before the page's script: what the element said then nobody heard.
      const hasBegun = !video.paused && store.getState().playback < 0;
      // At once, because browsers want `play()` within the viewer's own click.
      playElement();
      if (hasBegun) {
        store.dispatch({ type: 'starting' });
        store.dispatch({ type: 'waiting', media: readMedia(video) });
        const tellPlaying = () => {
          const media = readMedia(video);
          if (media.canGoOn && !media.isPaused) store.dispatch({ type: 'playing', media });
        };
        tellPlaying();
        // WebKit fires no `playing` for what its `autoplay` has begun and `play()` has gone on with.
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
      // Of a file that the markup names with a poster nothing is fetched until now.
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
