import { onTestFinished } from 'vitest';
import type { Consent } from '../../../shared/rpc/consent.ts';
import type { LossAccounting } from '../../../shared/rpc/loss-accounting.ts';
import { noDrops } from '../../../shared/rpc/loss-accounting.ts';
import type { LogPayload } from '../../../shared/telemetry/log-event.ts';
import type { Sender } from '../../../src/bridge/host-binding.ts';
import { createHostProtocols, type HostProtocolsDeps } from '../../../src/bridge/host-protocols.ts';
import type { PlayerEvent } from '../../../src/player/state/player-event.ts';
import { createPlayerStore, type PlayerStore } from '../../../src/player/state/player-store.ts';
import type { ReportHost } from '../../../src/telemetry/performance/report-host.ts';
import { createFakeClock } from '../fake-clock.ts';
import { messageEvent, stubPage } from './fake-page.ts';
import { type Call, createRecordingController } from './recording-controller.ts';

/** A message to the host; `info` as a record when it is an object. */
export interface Received {
  event: string;
  info: unknown;
  id?: unknown;
  channel?: string;
}

/** A store, a recording controller, and everything else that the protocols need from the page. */
export function createTestDeps(onCall: (call: Call, store: PlayerStore) => void = () => {}) {
  const store = createPlayerStore();
  const { controller, calls } = createRecordingController((call) => onCall(call, store));
  const facts = { nowMs: 1_610_191_891_790, size: { width: 640, height: 360 } };
  const logged: [name: string, details: LogPayload][] = [];
  /** Names of the host's commands that started the playback. */
  const starting: string[] = [];
  const loss: LossAccounting = { created: 3, delivered: 2, queued: 1, dropped: noDrops() };
  const lossListeners: (() => void)[] = [];
  const consents: Consent[] = [];
  const measured: { host: ReportHost; budget: unknown }[] = [];
  const clock = createFakeClock();
  const deps: HostProtocolsDeps = {
    store,
    controller,
    enableJsApi: true,
    opaqueHosts: false,
    origin: '',
    widgetId: null,
    clock,
    readFacts: () => ({ origin: 'https://player.example', version: '1.2.3', ...facts }),
    languages: () => ['en'],
    diagnose: async (knownHost) => ({ host: knownHost }),
    readLoss: () => loss,
    watchLoss: (listener, signal) => {
      lossListeners.push(() => signal.aborted || listener());
    },
    setConsent: (consent) => consents.push(consent),
    measure: (host, budget) => measured.push({ host, budget }),
    onCommand(name, details, startsPlayback) {
      logged.push([name, details]);
      if (startsPlayback) starting.push(name);
    },
  };
  const reportLossNews = () => {
    for (const listener of lossListeners) listener();
  };
  return {
    deps,
    store,
    calls,
    consents,
    measured,
    clock,
    facts,
    logged,
    starting,
    loss,
    reportLossNews,
  };
}

interface HostOptions {
  deps?: Partial<HostProtocolsDeps>;
  isFramed?: boolean;
  /** Lets the controller change the real store. */
  onCall?: (call: Call, store: PlayerStore) => void;
  /** Messages from before the protocols' script loaded. */
  startWith?: readonly PlayerEvent[];
}

/** Both protocols over a real store, and a host that uses them. */
export function startTestHost({
  deps = {},
  isFramed = true,
  onCall,
  startWith = [],
}: HostOptions = {}) {
  const { host, events } = stubPage(isFramed);
  const test = createTestDeps(onCall);
  startWith.forEach(test.store.dispatch);
  const protocols = createHostProtocols({ ...test.deps, ...deps });
  onTestFinished(() => protocols.dispose());
  let takenCount = 0;

  /** Messages to the host since the last call, as text. */
  function takeTexts(): string[] {
    const texts = host.texts.slice(takenCount);
    takenCount = host.texts.length;
    return texts;
  }

  /** Posts to the embed: text unchanged, anything else as JSON. */
  function post(message: unknown, sender?: Partial<Sender>): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    protocols.receive(messageEvent(host, data, sender));
  }

  return {
    ...test,
    protocols,
    host,
    post,
    /** Posts without making JSON of it. */
    postRaw: (data: unknown, sender?: Partial<Sender>) =>
      protocols.receive(messageEvent(host, data, sender)),
    listen: (id: unknown = 1) => post({ event: 'listening', id, channel: 'widget' }),
    command: (func: string, ...args: unknown[]) =>
      post({ event: 'command', func, args, id: 1, channel: 'widget' }),
    takeTexts,
    /** The same, parsed. */
    take: () => takeTexts().map((text) => JSON.parse(text) as Received),
    resize: () => events.dispatchEvent(new Event('resize')),
    refusals: () => protocols.diagnose().refusals,
  };
}

/** A host after the handshake with a ready player, whose first messages were read. */
export function startBoundHost(
  options: HostOptions = {},
  prepare: (store: PlayerStore) => void = () => {},
) {
  const testHost = startTestHost(options);
  prepare(testHost.store);
  testHost.protocols.setReady();
  testHost.listen();
  testHost.take();
  return testHost;
}

/** A `player.js` host of a ready player. The page has no host API, and needs none. */
export function startPlayerJsHost(options: HostOptions = {}) {
  const testHost = startTestHost({ ...options, deps: { enableJsApi: false, ...options.deps } });
  const call = (method: string, value?: unknown, listener?: string) =>
    testHost.post({ context: 'player.js', version: '0.0.11', method, value, listener });
  testHost.protocols.setReady();
  return {
    ...testHost,
    call,
    listen: (event: string, listener?: string) => call('addEventListener', event, listener),
  };
}

export function eventsOf(messages: readonly Received[]): string[] {
  return messages.map(({ event }) => event);
}

export function keysOf(message: Received | undefined): string[] {
  return Object.keys((message?.info ?? {}) as object).sort();
}

/** The words of a text, in the order of `keysOf`. */
export const wordsOf = (text: string) => text.split(/\s+/).sort();
