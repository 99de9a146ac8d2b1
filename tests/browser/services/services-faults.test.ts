import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Clock } from '../../../shared/tools/clock.ts';
import { pageClock } from '../../../src/page/page-clock.ts';
import {
  createServicesClient,
  type ServicesClient,
} from '../../../src/services/services-client.ts';
import type { ServicesHost } from '../../../src/services/services-host.ts';
import { startHost } from '../../../src/services/start-host.ts';
import { startPageServices } from '../../../src/services/start-page-services.ts';
import { createFakeClock } from '../../unit/fake-clock.ts';
import { type IntakeMode, intake } from '../intake.ts';
import { endServices, isBalanced, newSid, readStore, seqsFrom } from '../run-services.ts';
import hangingUrl from './hanging-worker.ts?worker&url';

let clients: ServicesClient[] = [];
let stopClocks: (() => void)[] = [];

beforeEach(() => intake.reset());
afterEach(async () => {
  for (const client of clients) await client.dispose();
  clients = [];
  for (const stop of stopClocks) stop();
  stopClocks = [];
  await endServices();
});

/**
 * Time passes 20 times as fast, but only twice as fast until the services have started, because
 * loading a worker's script takes real time. A moment in which the machine gives the page no time
 * does not count.
 */
function startFastClock(hasStarted: () => boolean): Clock {
  const clock = createFakeClock(pageClock.now());
  let lastMs = performance.now();
  const ticks = setInterval(() => {
    const elapsedMs = performance.now() - lastMs;
    lastMs += elapsedMs;
    clock.advance(Math.min(elapsedMs, 50) * (hasStarted() ? 20 : 2));
  }, 10);
  stopClocks.push(() => clearInterval(ticks));
  return clock;
}

interface Document {
  sid: string;
  client: ServicesClient;
  hosts: ServicesHost[];
}

function openDocument(): Document {
  const sid = newSid();
  const hosts: ServicesHost[] = [];
  const context = { client: { clientName: 'browser-test', clientVersion: '1', hl: 'en' } };
  const client: ServicesClient = createServicesClient({
    runtime: 'auto',
    config: {
      sid,
      origin: location.origin,
      context,
      isTelemetryOn: true,
      consent: 'granted',
      isPrivate: false,
    },
    clock: startFastClock(() => client.where() !== null),
    canStart: Promise.resolve(),
    lastActivityMs: () => -1,
    newId: newSid,
    async startWorker(place) {
      const host = await startHost(place, new URL(hangingUrl, location.href).href);
      hosts.push(host);
      return host;
    },
    startPage: async () => startPageServices(),
    sendBeacon: () => false,
    canClone: () => true,
    holdDocumentLock: () => {},
  });
  clients.push(client);
  return { sid, client, hosts };
}

/** @returns 0 to 1, the same for the same seed */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Yields to the page's other tasks this many times. */
async function takeTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  }
}

const faults = {
  /** Ends it with an error event. */
  crash(worker: Worker) {
    worker.terminate();
    worker.dispatchEvent(new ErrorEvent('error', { message: 'crashed' }));
  },
  /** Ends it without an event. */
  terminate: (worker: Worker) => worker.terminate(),
  /** An endless loop. */
  hang: (worker: Worker) => worker.postMessage('hang'),
};

const tiers = ['default', 'dispatch_to_empty', 'fast', 'immediate'] as const;
const modes: IntakeMode[] = [
  { answer: 'ok' },
  { answer: 'ok' },
  { answer: 'stored_then_close' },
  { answer: 'status', status: 503 },
];

/** Bursts of events, and a fault of its worker in the midst of each. */
async function liveThroughFaults({ client, hosts }: Document, random: () => number): Promise<void> {
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const burst = () => {
    for (let n = below(150); n >= 0; n--) client.log('played', { n }, { tier: pick(tiers) });
  };
  for (let life = 0; life < 4 && client.where() !== 'page'; life++) {
    // Some die during their start.
    if (random() < 0.8) await expect.poll(() => client.where()).not.toBeNull();
    await intake.mode({ ...pick(modes), visitorIds: true });
    burst();
    if (random() < 0.5) void client.flush();
    await takeTurns(below(200));
    burst();
    const hostCount = hosts.length;
    const worker = hosts.at(-1)?.endpoint;
    if (worker instanceof Worker) faults[pick(['crash', 'terminate', 'hang'] as const)](worker);
    burst();
    await takeTurns(below(50));
    // The waiting caller notices.
    client.log('played', {}, { tier: 'immediate' });
    await expect.poll(() => hosts.length > hostCount || client.where() === 'page').toBe(true);
  }
}

/** Each takes a quarter of a minute; `npm run test:faults` runs more of them. */
const seedCount = Number(import.meta.env.VITE_FAULT_SEEDS ?? 3);
const seeds = Array.from({ length: seedCount }, (_, index) => index + 1);

test.each(seeds)(
  'workers that crash, vanish and hang at random moments of bursts lose and double no event (seed %i)',
  async (seed) => {
    const page = openDocument();
    const { sid, client } = page;
    await liveThroughFaults(page, seededRandom(seed));
    await intake.mode({ answer: 'ok', visitorIds: true });
    await expect
      .poll(async () => {
        await client.flush();
        expect(isBalanced(client.accounting())).toBe(true);
        return client.accounting().queued;
      })
      .toBe(0);
    const { created, delivered } = client.accounting();
    expect(delivered).toBe(created);
    const { stored } = await intake.state();
    const seqs = stored
      .filter((key) => key.startsWith(sid))
      .map((key) => Number(key.split(' ')[1]));
    expect(seqs.toSorted((a, b) => a - b)).toEqual(seqsFrom(1, created));
    await expect.poll(() => readStore(sid)).toEqual({ arrivals: [], requests: [] });
  },
);
