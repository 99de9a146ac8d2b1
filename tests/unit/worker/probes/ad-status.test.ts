import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { probeAdStatus } from '../../../../worker/probes/ad-status.ts';
import { createFakeClock, type FakeClock } from '../../fake-clock.ts';

let server: Server | null = null;
let clock: FakeClock;
let life: AbortController;
beforeEach(() => {
  clock = createFakeClock();
  life = new AbortController();
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** @returns the URL of a provider script that gets this answer */
async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/ads.js`;
}

const unasked = () => expect.unreachable();
const probe = (url: string) =>
  probeAdStatus({ url, fetch, preload: unasked, clock, signal: life.signal });

/** An opaque reply, as a browser gives for another origin. */
const opaque = Object.defineProperty(new Response(), 'type', { value: 'opaque' });
const probeAcross = (preload: (url: string, signal: AbortSignal) => Promise<boolean>) =>
  probeAdStatus({
    url: 'https://ads.example/ads.js',
    fetch: async () => opaque,
    preload,
    clock,
    signal: life.signal,
  });

test('the ad status is 1 when the provider’s script loads [spec-4.10, spec-7.15]', async () => {
  const url = await serve((_, response) => response.end('ads()'));
  expect(await probe(url)).toBe(1);
  expect(clock.timerCount).toBe(0);
});

test('the ad status is 2 when the provider is missing or cuts the connection [spec-4.35]', async () => {
  expect(await probe(await serve((request) => request.socket.destroy()))).toBe(2);
  expect(await probe('http://127.0.0.1:1/ads.js')).toBe(2);
  expect(clock.timerCount).toBe(0);
});

test('the ad status is 2 when the reply has an error status', async () => {
  // Node shows every status, as a browser does for its own origin.
  expect(await probe(await serve((_, response) => response.writeHead(404).end()))).toBe(2);
});

test('a script that takes 5 s times out, and its connection is closed: 3 [spec-4.36, spec-9.15]', async () => {
  let isClosed = false;
  const asked = Promise.withResolvers<void>();
  const url = await serve((request) => {
    request.on('close', () => {
      isClosed = true;
    });
    asked.resolve();
  });
  const found = probe(url);
  await asked.promise;
  clock.advance(4_999);
  expect([isClosed, clock.timerCount]).toEqual([false, 1]);
  clock.advance(1);
  expect(await found).toBe(3);
  await expect.poll(() => isClosed).toBe(true);
});

test('stopping the services ends the probe and leaves no timer', async () => {
  const asked = Promise.withResolvers<void>();
  const found = probe(await serve(() => asked.resolve()));
  await asked.promise;
  life.abort();
  expect(await found).toBe(2);
  expect(clock.timerCount).toBe(0);
});

test.each([
  [true, 1],
  [false, 2],
])(
  'across origins the page reports whether the script loaded: %s means %i [spec-4.10, spec-4.35]',
  async (hasCome, status) => {
    const asked: string[] = [];
    const found = await probeAcross(async (url) => {
      asked.push(url);
      return hasCome;
    });
    expect(found).toBe(status);
    expect(asked).toEqual(['https://ads.example/ads.js']);
    expect(clock.timerCount).toBe(0);
  },
);

test('the probe times out 5 s after its start when the page does not answer: 3 [spec-9.15]', async () => {
  const asked = Promise.withResolvers<void>();
  const found = probeAcross((_, signal) => {
    asked.resolve();
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    );
  });
  await asked.promise;
  clock.advance(5_000);
  expect(await found).toBe(3);
});
