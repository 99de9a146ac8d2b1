import { hostErrorCode } from '../../shared/player-error.ts';
import type { PlayerState } from '../player/player-state.ts';
import type { PlayerStore } from '../player/player-store.ts';
import { type BindingRefusal, bindHost, checkSender, initialBinding } from './host-binding.ts';
import { apiInterface, type CommandTarget, findCommand, resetsMirror } from './host-commands.ts';
import { channel, type HostMessage, type MessageRefusal, parseHostMessage } from './host-message.ts';
import {
  fullInfo,
  type PageFacts,
  type PlayerInfo,
  progressInfo,
  stateInfo,
  volumeInfo,
} from './player-info.ts';
import { playingQualityName } from './quality-names.ts';

export interface BridgeDeps {
  store: PlayerStore;
  controller: CommandTarget['controller'];
  /** Expected origin; empty for any. */
  origin: string;
  widgetId: number | null;
  /** What the page knows beside the player's state, read when a message needs it. */
  readFacts: () => PageFacts;
  /** Called for each command that ran. */
  onCommand: (name: string) => void;
}

/** Why a host's message was not obeyed. The sender hears nothing; the page counts. */
type Refusal = BindingRefusal | MessageRefusal | 'NOT_READY' | 'UNKNOWN_EVENT' | 'UNKNOWN_FUNCTION';

export interface Bridge {
  /** The player can be commanded and a video is on stage: hosts that were early get their answer. */
  setReady(): void;
  refusals(): ReadonlyMap<Refusal, number>;
  dispose(): void;
}

/** Speaks the YouTube embed protocol with the host page: `docs/host-api.md`. */
export function startBridge(deps: BridgeDeps): Bridge {
  const { store, readFacts } = deps;
  const refusals = new Map<Refusal, number>();
  const subscriptions = new Set<string>();
  const life = new AbortController();
  let binding = initialBinding(deps.origin, deps.widgetId);
  let isReady = false;
  /** A `listening` came before the player was ready: some hosts send exactly one. */
  let owesHandshake = false;

  addEventListener('message', onMessage, { signal: life.signal });
  const stopWatching = store.subscribe(tellChanges);

  function onMessage(event: MessageEvent): void {
    const refusal = take(event);
    if (refusal !== null) refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
  }

  /** @returns why the message was not obeyed; `null` when it was */
  function take(event: MessageEvent): Refusal | null {
    const sender = checkSender(binding, event);
    if (!sender.ok) return sender.error.code;
    const message = parseHostMessage(event.data);
    if (!message.ok) return message.error.code;
    if (message.value.event === 'command') return obey(message.value);
    if (message.value.event !== 'listening') return 'UNKNOWN_EVENT';
    listen(event, message.value);
    return null;
  }

  function listen(event: MessageEvent, message: HostMessage): void {
    binding = bindHost(binding, event, message.id);
    if (isReady) shakeHands();
    else owesHandshake = true;
  }

  function shakeHands(): void {
    owesHandshake = false;
    send('initialDelivery', fullInfo(store.getState(), readFacts(), apiInterface));
    send('onReady', null);
    const { error } = store.getState();
    if (error !== null) send('onError', hostErrorCode(error.name));
  }

  function obey({ func, args }: HostMessage): Refusal | null {
    if (func === 'addEventListener') {
      if (typeof args[0] === 'string') subscriptions.add(args[0]);
      return null;
    }
    // Harmless on the wire: the host's script drops the listener on its side, others may still listen.
    if (func === 'removeEventListener') return null;
    if (!isReady) return 'NOT_READY';
    const command = findCommand(func);
    if (command === null) return 'UNKNOWN_FUNCTION';
    command({ controller: deps.controller, getState: store.getState }, args);
    deps.onCommand(func);
    if (resetsMirror(func)) send('infoDelivery', fullInfo(store.getState(), readFacts(), apiInterface));
    return null;
  }

  /** The information goes before the event it belongs to, so that a host's getters are new inside its handler. */
  function tellChanges(state: PlayerState, previous: PlayerState): void {
    if (!isReady || binding.hostWindow === null) return;
    const has = (...keys: (keyof PlayerState)[]) => keys.some((key) => state[key] !== previous[key]);
    if (has('playback', 'videoId', 'qualities', 'captionTracks', 'playlist', 'error')) {
      send('infoDelivery', stateInfo(state, readFacts()));
    } else if (has('currentTime', 'duration', 'buffered', 'seekable')) {
      send('infoDelivery', {
        ...progressInfo(state, readFacts()),
        ...(has('duration') && { duration: state.duration }),
      });
    }
    if (has('playback')) tell('onStateChange', state.playback);
    if (has('volume', 'isMuted')) tell('onVolumeChange', volumeInfo(state), volumeInfo(state));
    if (has('playbackRate'))
      tell('onPlaybackRateChange', state.playbackRate, { playbackRate: state.playbackRate });
    if (has('qualityId') && state.qualityId !== null) {
      const playbackQuality = playingQualityName(state);
      tell('onPlaybackQualityChange', playbackQuality, { playbackQuality });
    }
    if (has('currentTime')) tell('onVideoProgress', state.currentTime);
    if (has('isAutoplayBlocked') && state.isAutoplayBlocked) tell('onAutoplayBlocked', null);
    // Subscribed or not: a host that asked for nothing shall still learn why its frame plays nothing.
    if (has('error') && state.error !== null) send('onError', hostErrorCode(state.error.name));
  }

  function tell(event: string, value: unknown, info?: PlayerInfo): void {
    if (info !== undefined) send('infoDelivery', info);
    if (subscriptions.has(event)) send(event, value);
  }

  function send(event: string, info: unknown): void {
    const id = binding.sessionId;
    const message = JSON.stringify(id === null ? { event, info, channel } : { event, info, id, channel });
    binding.hostWindow?.postMessage(message, { targetOrigin: binding.targetOrigin });
  }

  return {
    setReady() {
      isReady = true;
      if (owesHandshake) shakeHands();
    },
    refusals: () => refusals,
    dispose() {
      life.abort();
      stopWatching();
    },
  };
}
