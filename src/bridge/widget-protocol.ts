import type { Consent } from '../../shared/rpc/consent.ts';
import type { LossAccounting } from '../../shared/rpc/loss-accounting.ts';
import type { LogPayload } from '../../shared/telemetry/log-event.ts';
import type { Clock } from '../../shared/tools/clock.ts';
import type { ExplainedError } from '../parts/explain-error.ts';
import type { Controller } from '../player/session/controller.ts';
import type { PlayerStore } from '../player/state/player-store.ts';
import type { ReportHost } from '../telemetry/performance/report-host.ts';
import { createCueRanges } from './cue-ranges.ts';
import { greetHost, notifyLateSubscriber } from './greet-host.ts';
import {
  bindHost,
  type HostBinding,
  initialBinding,
  isHostGone,
  postToHost,
  refuseSender,
  type Sender,
} from './host-binding.ts';
import { apiInterface, findCommand } from './host-commands.ts';
import { type HostEvent, type SubscribableEvent, subscribe } from './host-events.ts';
import { type HostMessage, parseHostMessage } from './host-message.ts';
import type { HostProtocol } from './host-protocol.ts';
import { fullInfo, type PageFacts, type PlayerInfo } from './player-info.ts';
import type { Refusal } from './refusal.ts';
import { reportChanges } from './report-changes.ts';

export interface WidgetDeps {
  store: PlayerStore;
  controller: Controller;
  /** Expected origin; empty accepts any. */
  origin: string;
  widgetId: number | null;
  clock: Clock;
  /** Reads facts that are not in the player's state; called when a message needs them. */
  readFacts: () => PageFacts;
  /** The viewer's languages (BCP 47), best first. */
  languages: () => readonly string[];
  /** Collects what `onDiagnose` reports. */
  diagnose: () => Promise<unknown>;
  readLoss: () => LossAccounting;
  /** Calls the listener whenever the loss equation changes. */
  watchLoss: (listener: () => void, signal: AbortSignal) => void;
  setConsent: (consent: Consent) => void;
  /** Measures the player's cost, against a budget if the host declares one. */
  measure: (host: ReportHost, budget?: unknown) => void;
  /** Called for each command that ran; `details` are fields that the host gave for the log. */
  onCommand: (name: string, details: LogPayload, startsPlayback?: boolean) => void;
}

export interface WidgetProtocol extends HostProtocol {
  /** Origin of the host after the handshake; `null` before. */
  hostOrigin(): string | null;
}

/** The YouTube embed protocol, for `YT.Player` and compatible clients. */
export function createWidgetProtocol(deps: WidgetDeps): WidgetProtocol {
  const { store, readFacts } = deps;
  const life = new AbortController();
  const cueRanges = createCueRanges();
  const subscriptions = new Set<SubscribableEvent>();
  /** The subscriptions from before the handshake was answered. */
  const early = new Set<SubscribableEvent>();
  const unbound = initialBinding(deps.origin, deps.widgetId);
  let binding: HostBinding = unbound;
  let isReady = false;
  /** A `listening` came before the player was ready. Some hosts send exactly one. */
  let owesHandshake = false;
  let cancelError = () => {};
  let owesSnapshot: boolean | undefined;
  const snapshot = () => fullInfo(store.getState(), readFacts(), apiInterface);
  /** Whether a host hears of changes. */
  const hasHost = () => isReady && binding.hostWindow !== null;
  /** Target of the commands, and sender of messages to the host. */
  const target = {
    ...deps,
    cueRanges,
    getState: store.getState,
    diagnose: () => deps.diagnose().then((info) => send('onDiagnose', info)),
    forgetHost() {
      subscriptions.clear();
      cueRanges.clear();
      binding = unbound;
    },
    inform: (info: PlayerInfo) => send('infoDelivery', info),
    send,
    notify,
    sentCount: 0,
    owedSnapshot() {
      if (!owesSnapshot) return null;
      owesSnapshot = false;
      return snapshot();
    },
  };
  const stopWatching = store.subscribe((state, previous) => {
    // A playlist's first video is known some time after the playlist was requested, so the first id
    // keeps the ranges.
    if (state.videoId !== previous.videoId && previous.videoId !== '') cueRanges.clear();
    if (hasHost()) reportChanges(state, previous, target);
  }, true);
  addEventListener('resize', () => hasHost() && send('infoDelivery', { size: readFacts().size }), {
    signal: life.signal,
  });
  deps.watchLoss(() => notify('onLossReport', deps.readLoss), life.signal);

  function receive(json: object, sender: Sender): Refusal | null {
    const message = parseHostMessage(json);
    if (message === null) return 'NOT_A_MESSAGE';
    if (message.event === 'command') return runCommand(message);
    if (message.event !== 'listening') return 'UNKNOWN_EVENT';
    binding = bindHost(binding, sender, message.id);
    if (isReady) shakeHands();
    else owesHandshake = true;
    return null;
  }

  function shakeHands(): void {
    owesHandshake = false;
    cancelError();
    cancelError = greetHost(target, snapshot(), early);
  }

  function runCommand({ func, args }: HostMessage): Refusal | null {
    if (func === 'addEventListener') return subscribe(args[0], subscriptions, onSubscribe);
    // Only the host's script drops its listener; others may still listen.
    if (func === 'removeEventListener') return null;
    if (!isReady) return 'NOT_READY';
    const command = findCommand(func);
    if (command === null) return 'UNKNOWN_FUNCTION';
    // The first message after the command refills the host's mirror, even if the command fails.
    owesSnapshot = command.owesSnapshot;
    const outcome = command.run(target, args);
    if (owesSnapshot) send('infoDelivery', snapshot());
    owesSnapshot = false;
    if (outcome === false) return 'BAD_ARGUMENTS';
    deps.onCommand(func, outcome === true ? {} : outcome, command.startsPlayback);
    return null;
  }

  function onSubscribe(name: SubscribableEvent): void {
    if (hasHost()) notifyLateSubscriber(name, target);
    else early.add(name);
  }

  function notify(event: SubscribableEvent, read: () => unknown, info?: PlayerInfo): void {
    if (!hasHost()) return;
    if (info !== undefined) send('infoDelivery', info);
    if (subscriptions.has(event)) send(event, read());
  }

  function send(event: HostEvent, info: unknown, error?: ExplainedError): void {
    target.sentCount++;
    postToHost(binding, event, info, error);
  }

  return {
    refuse(sender) {
      if (isHostGone(binding)) target.forgetHost();
      return refuseSender(binding, sender);
    },
    receive,
    hostOrigin: () => binding.hostWindow && binding.targetOrigin,
    setReady() {
      isReady = true;
      if (owesHandshake) shakeHands();
    },
    dispose() {
      life.abort();
      cancelError();
      stopWatching();
    },
  };
}
