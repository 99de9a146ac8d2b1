import { playingLimits } from '../../../shared/limits/playing-limits.ts';
import { playbackState } from '../../../shared/player/playback-state.ts';
import type { Controller } from '../session/controller.ts';
import type { PlayerState } from '../state/player-state.ts';
import type { PlayerStore } from '../state/player-store.ts';

interface MediaSessionDeps {
  store: PlayerStore;
  controller: Controller;
  session: MediaSession;
  makeMetadata: (init: MediaMetadataInit) => MediaMetadata;
  /** Base for relative URLs. */
  baseUrl: string;
}

/**
 * Shows and controls the player on lock screens, in the browser's media controls, and with media
 * keys.
 */
export interface PlayerMediaSession {
  /**
   * Gives up the media session until this player plays again, so that the system can use another
   * player.
   */
  leave(): void;
}

export function startMediaSession(deps: MediaSessionDeps, signal: AbortSignal): PlayerMediaSession {
  const { store, controller, session, makeMetadata, baseUrl } = deps;
  let isHere = false;
  /** Another player has taken over, but the element's `pause` event has not fired yet. */
  let hasLeft = false;
  /** The metadata set last, to avoid setting it again. */
  let shown = '';

  const seekBy = (direction: 1 | -1) => (details: MediaSessionActionDetails) => {
    const step = details.seekOffset ?? playingLimits.mediaSessionSeekSec;
    controller.seekTo(Math.max(0, store.getState().currentTime + direction * step));
  };
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => controller.play(),
    pause: () => controller.pause(),
    stop: () => controller.stop(),
    seekbackward: seekBy(-1),
    seekforward: seekBy(1),
    seekto({ seekTime, fastSeek }) {
      // `fastSeek` is set while a slider is dragged; the last step omits it.
      if (seekTime !== undefined) controller.seekTo(seekTime, fastSeek !== true);
    },
    previoustrack: () => controller.previousVideo(),
    nexttrack: () => controller.nextVideo(),
  };

  function handle(action: MediaSessionAction, isOn: boolean): void {
    try {
      session.setActionHandler(action, isOn ? (handlers[action] ?? null) : null);
    } catch {
      // TypeError: this browser does not support the action. The others still work.
    }
  }

  function showVideo({ title, author, posterUrl, videoId }: PlayerState): void {
    const artwork = posterUrl === null ? [] : [{ src: new URL(posterUrl, baseUrl).href }];
    const next = JSON.stringify([videoId, title, author, artwork]);
    if (next === shown) return;
    shown = next;
    session.metadata = makeMetadata({ title, artist: author, artwork });
  }

  function showActions(state: PlayerState): void {
    const { playlist } = state;
    for (const action of ['play', 'pause', 'stop'] as const) handle(action, true);
    for (const action of ['seekto', 'seekbackward', 'seekforward'] as const)
      handle(action, canSeek(state));
    handle('previoustrack', playlist !== null && playlist.index > 0);
    handle('nexttrack', playlist !== null && playlist.index + 1 < playlist.videoIds.length);
  }

  /** The system extrapolates the position, so update it only on changes, not every second. */
  function showPosition(state: PlayerState): void {
    session.playbackState = state.isPlayRequested ? 'playing' : 'paused';
    const { duration, currentTime, playbackRate } = state;
    if (state.isLive || !(duration > 0)) session.setPositionState();
    else
      session.setPositionState({
        duration,
        playbackRate,
        position: Math.min(currentTime, duration),
      });
  }

  function leave(): void {
    if (!isHere) return;
    isHere = false;
    hasLeft = true;
    shown = '';
    session.metadata = null;
    session.playbackState = 'none';
    session.setPositionState();
    for (const action of Object.keys(handlers) as MediaSessionAction[]) handle(action, false);
  }

  function update(state: PlayerState, previous: PlayerState | null): void {
    const has = (...keys: (keyof PlayerState)[]) =>
      previous === null || keys.some((key) => state[key] !== previous[key]);
    if (state.playback !== playbackState.playing) hasLeft = false;
    if (!isHere && (hasLeft || state.playback !== playbackState.playing)) return;
    const isNew = !isHere;
    isHere = true;
    if (isNew || has('title', 'author', 'posterUrl', 'videoId')) showVideo(state);
    if (isNew || has('playlist', 'isLive', 'seekable')) showActions(state);
    if (isNew || has('playback', 'isPlayRequested', 'isSeeking', 'duration', 'playbackRate'))
      showPosition(state);
  }

  const stop = store.subscribe((state, previous) => {
    if (state.error !== null) leave();
    else update(state, previous);
  });
  signal.addEventListener(
    'abort',
    () => {
      stop();
      leave();
    },
    { once: true },
  );
  update(store.getState(), null);
  return { leave };
}

/** A live stream with only a few seconds of buffer cannot be seeked. */
function canSeek({ isLive, seekable }: PlayerState): boolean {
  return (
    !isLive ||
    (seekable !== null && seekable.end - seekable.start > playingLimits.mediaSessionSeekSec)
  );
}
