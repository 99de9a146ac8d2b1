import { hostLimits } from '../../../shared/limits/host-limits.ts';
import { playbackState } from '../../../shared/player/playback-state.ts';
import { hostErrorCode } from '../../../shared/player/player-error.ts';
import { explainError } from '../../parts/explain-error.ts';
import type { Controller } from '../../player/session/controller.ts';
import type { PlayerError, PlayerState } from '../../player/state/player-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import { initialBinding, refuseSender, type Sender, targetOriginOf } from '../host-binding.ts';
import type { HostProtocol } from '../host-protocol.ts';
import { ownEntry } from '../own-entry.ts';
import { loadedFraction, loadedSeconds } from '../player-info.ts';
import type { Refusal } from '../refusal.ts';
import {
  playerJsContext,
  playerJsEvents,
  playerJsReadyValue,
  playerJsVersion,
} from './announce-player-js.ts';
import { parsePlayerJsMessage } from './player-js-message.ts';
import { playerJsCommands, playerJsGetters } from './player-js-methods.ts';

export interface PlayerJsDeps {
  store: PlayerStore;
  controller: Controller;
  /** Expected origin; empty accepts any. */
  origin: string;
}

type PlayerJsEvent = (typeof playerJsEvents)[number];

/**
 * The open `player.js` protocol (version 0.0.11), for hosts that embed players of several vendors.
 * Its host is always the parent page, so it needs neither a switch nor a handshake.
 */
export function createPlayerJsProtocol({ store, controller, origin }: PlayerJsDeps): HostProtocol {
  const expected = { ...initialBinding(origin, null), hostWindow: window.parent };
  const listeners = new Map<PlayerJsEvent, Set<string | null>>(
    playerJsEvents.map((event) => [event, new Set()]),
  );
  let hostOrigin = '*';
  let isReady = false;
  // This code loads with the host's first message; the video may be playing by then.
  let isReportedPlaying = hasStarted(store.getState());
  const stopWatching = store.subscribe(reportChanges, true);

  function receive(json: object, sender: Sender): Refusal | null {
    const message = parsePlayerJsMessage(json);
    if (message === null) return 'NOT_A_MESSAGE';
    const { method, value, listener } = message;
    hostOrigin = targetOriginOf(sender);
    if (method === 'addEventListener') return listen(value, listener);
    if (method === 'removeEventListener') return stopListening(value, listener);
    const read = ownEntry(playerJsGetters, method);
    if (read !== null) {
      send(method, read(store.getState()), listener);
      return null;
    }
    if (!isReady) return 'NOT_READY';
    const command = ownEntry(playerJsCommands, method);
    if (command === null) {
      const methodNotSupported = 2;
      emit('error', { code: methodNotSupported, msg: `No method "${method}".` });
      return 'UNKNOWN_FUNCTION';
    }
    command(controller, value);
    return null;
  }

  function listen(event: unknown, listener: string | null): Refusal | null {
    const names = listeners.get(event as PlayerJsEvent);
    if (names === undefined) return 'BAD_ARGUMENTS';
    const isFull = names.size >= hostLimits.listenerMaxCount;
    if (isFull && !names.has(listener)) return 'BAD_ARGUMENTS';
    names.add(listener);
    const state = store.getState();
    if (event === 'ready' && isReady) send('ready', playerJsReadyValue(), listener);
    // Autoplay often starts before the client subscribes.
    if (event === 'play' && isReportedPlaying) send('play', undefined, listener);
    // A short video may be fully buffered before the client subscribes.
    if (event === 'progress' && state.buffered.length > 0)
      send('progress', progress(state), listener);
    // A client that subscribes late still needs the current error.
    if (event === 'error' && state.error !== null)
      send('error', playerError(state.error), listener);
    return null;
  }

  /** Without a listener name, removes all listeners of the event. */
  function stopListening(event: unknown, listener: string | null): Refusal | null {
    const names = listeners.get(event as PlayerJsEvent);
    if (names === undefined) return 'BAD_ARGUMENTS';
    if (listener === null) names.clear();
    else names.delete(listener);
    return null;
  }

  function reportChanges(state: PlayerState, previous: PlayerState): void {
    if (!isReady) return;
    const { duration, currentTime } = state;
    if (state.playback !== previous.playback) reportPlayback(state);
    if (state.buffered !== previous.buffered && duration > 0) emit('progress', progress(state));
    if (currentTime !== previous.currentTime)
      emit('timeupdate', { seconds: currentTime, duration });
    if (state.error !== null && state.error !== previous.error)
      emit('error', playerError(state.error));
  }

  /** This protocol has no buffering event: it reports a play, then a pause or the end. */
  function reportPlayback({ playback }: PlayerState): void {
    const { playing, paused, ended, buffering } = playbackState;
    if (playback === playing && !isReportedPlaying) emit('play');
    if (playback === paused && isReportedPlaying) emit('pause');
    if (playback === ended) emit('ended');
    isReportedPlaying = playback === playing || (isReportedPlaying && playback === buffering);
  }

  function emit(event: PlayerJsEvent, value?: unknown): void {
    for (const listener of listeners.get(event) ?? []) send(event, value, listener);
  }

  function send(event: string, value: unknown, listener: string | null): void {
    const message = {
      context: playerJsContext,
      version: playerJsVersion,
      event,
      value,
      // `JSON.stringify` omits undefined values.
      listener: listener ?? undefined,
    };
    expected.hostWindow.postMessage(JSON.stringify(message), hostOrigin);
  }

  return {
    refuse: (sender) => refuseSender(expected, sender),
    receive,
    setReady() {
      isReady = true;
      emit('ready', playerJsReadyValue());
    },
    dispose: stopWatching,
  };
}

function progress(state: PlayerState): Record<string, number> {
  return {
    seconds: loadedSeconds(state),
    duration: state.duration,
    percent: loadedFraction(state),
  };
}

/** Playing, or buffering after playback has started. */
function hasStarted({ playback, hasFirstFrame }: PlayerState): boolean {
  const { playing, buffering } = playbackState;
  return playback === playing || (playback === buffering && hasFirstFrame);
}

function playerError({ name, message }: PlayerError): { code: number; msg: string } {
  const isUnsupported = /^(?:fmt|html5|drm\.unavailable)/.test(name);
  // In the protocol's specification 1 is "not supported by this player" and -1 is "undefined".
  const code = isUnsupported ? 1 : -1;
  return { code, msg: `${name} (${hostErrorCode(name)}): ${message ?? explainError(name).fix}` };
}
