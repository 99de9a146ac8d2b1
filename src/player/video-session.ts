import type { PlayerErrorName } from '../../shared/player-error.ts';
import type { MediaSourceInfo } from '../../shared/player-response.ts';
import type { CreateEngine, Engine, EngineReport } from './engines/engine.ts';
import { loadEngine } from './engines/load-engine.ts';
import { createNativeEngine } from './engines/native-engine.ts';
import { type EngineChoice, readMediaCapabilities, selectEngines } from './engines/select-engines.ts';
import { levelForHeight } from './level-for-height.ts';
import { readMedia } from './media-element.ts';
import type { PlayerStore } from './player-store.ts';

export interface VideoSessionDeps {
  video: HTMLVideoElement;
  store: PlayerStore;
  sources: readonly MediaSourceInfo[];
  startSeconds: number;
  /** Pixels; `null` is automatic. */
  suggestedHeight: number | null;
}

/**
 * One video on the element, from cue to the next video. Nothing is fetched before somebody wants to play, except what the
 * browser plays alone. When an engine fails before its first frame, the next way to play takes over.
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
  dispose(): void;
}

export function createVideoSession({
  video,
  store,
  sources,
  startSeconds,
  suggestedHeight,
}: VideoSessionDeps): VideoSession {
  const choices = selectEngines(sources, readMediaCapabilities(video));
  const life = new AbortController();
  let engine: Engine | null = null;
  let isAttached = false;
  let startAt = startSeconds;
  /** Somebody asked to play before the element had anything to play. */
  let wantsPlay = false;
  /** Why the best way to play did not work: what the viewer is told when none does. */
  let firstFailure: PlayerErrorName | null = null;
  /** A seek came while the media was on its way to somewhere else. */
  let seekOnceKnown = false;
  /** Engines whose code arrives after the session ended, or after the next choice, are stale. */
  let attempt = 0;

  video.addEventListener('loadedmetadata', onMetadata, { signal: life.signal });
  // A browser that plays the source alone has it from the HTML already; taking it up costs nothing.
  if (choices[0]?.engine === 'native') attach(0);
  if (choices.length === 0) fail('fmt.noneavailable');

  function onMetadata(): void {
    if (seekOnceKnown) video.currentTime = clampToSeekable(video, startAt);
    seekOnceKnown = false;
    if (wantsPlay) playElement();
  }

  function attach(index: number): void {
    const choice = choices[index];
    if (choice === undefined) return;
    isAttached = true;
    attempt += 1;
    const mine = attempt;
    if (choice.engine === 'native') {
      startEngine(createNativeEngine, choice, index);
      return;
    }
    loadEngine(choice.engine).then(
      (create) => {
        if (mine === attempt) startEngine(create, choice, index);
      },
      // The engine's script did not arrive.
      () => {
        if (mine === attempt) giveUp(index, 'net.retryexhausted');
      },
    );
  }

  function startEngine(create: CreateEngine, choice: EngineChoice, index: number): void {
    engine = create({ video, report: (report) => onReport(report, index) });
    store.dispatch({ type: 'engine', name: engine.name });
    engine.load(choice.source, startAt);
    // The element alone starts at its beginning.
    if (engine.name !== 'native' || startAt <= 0) return;
    seekOnceKnown = true;
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) onMetadata();
  }

  function onReport(report: EngineReport, index: number): void {
    if (report.type === 'failed') {
      giveUp(index, report.name);
      return;
    }
    store.dispatch(report);
    if (report.type === 'qualities' && suggestedHeight !== null)
      setQuality(levelForHeight(report.levels, suggestedHeight)?.id ?? null);
  }

  function setQuality(id: string | null): void {
    store.dispatch({ type: 'quality_chosen', id });
    engine?.setQuality(id);
  }

  function giveUp(index: number, name: PlayerErrorName): void {
    engine?.dispose();
    engine = null;
    const { hasFirstFrame, isPlayRequested } = store.getState();
    if (hasFirstFrame || index + 1 >= choices.length) {
      fail(firstFailure ?? name);
      return;
    }
    firstFailure ??= name;
    store.dispatch({ type: 'tracks', tracks: { captions: [], audioTracks: [], forcedTracks: [] } });
    wantsPlay ||= isPlayRequested;
    attach(index + 1);
  }

  function fail(name: PlayerErrorName): void {
    attempt += 1;
    wantsPlay = false;
    store.dispatch({ type: 'failed', error: { name, message: null } });
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
    if (choices.length === 0 || store.getState().error !== null) return;
    if (!isAttached) attach(0);
    if (engine?.name === 'native' || video.readyState >= HTMLMediaElement.HAVE_METADATA) {
      // At once, because browsers want `play()` within the viewer's own click.
      playElement();
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
    engine?.dispose();
    engine = null;
  }

  return {
    prepare() {
      if (!isAttached) attach(0);
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
    setAudioTrack: (id) => engine?.setAudioTrack(id),
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
