import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { LinkConditions } from '../../../../../bench/support/link/link-conditions.ts';
import { openSlowLink, type SlowLink } from '../../../../../bench/support/link/open-slow-link.ts';

const conditions: LinkConditions = {
  title: 'test',
  downBitsPerSec: 8_000_000,
  upBitsPerSec: 8_000_000,
  roundTripMs: 60,
  lossRate: 0.02,
};

/** Long enough for losses and for a queue that fills up. */
const film = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
/** More than the system's buffers of a connection hold. */
const longFilm = Buffer.alloc(16_000_000);
const answerOf: Record<string, Buffer> = { '/film': film, '/long': longFilm };

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function openToServer(over = conditions): Promise<{ link: SlowLink; hosts: string[] }> {
  const hosts: string[] = [];
  // The server closes no idle connections, so that only the link can.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    hosts.push(String(request.headers.host));
    response.end(answerOf[request.url ?? ''] ?? 'short');
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  ends.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const target = `http://localhost:${(server.address() as AddressInfo).port}`;
  const link = await openSlowLink({ target, conditions: over, seed: 1 });
  ends.push(link.close);
  return { link, hosts };
}

function keptAgent(): Agent {
  const agent = new Agent({ keepAlive: true });
  ends.push(async () => agent.destroy());
  return agent;
}

async function load(url: string): Promise<Buffer> {
  const [response] = await once(get(url), 'response');
  return buffer(response);
}

test('a server is reached at the link’s address, and its answers arrive whole, several at once', async () => {
  const { link, hosts } = await openToServer();
  const answers = await Promise.all(Array.from({ length: 3 }, () => load(`${link.origin}/film`)));
  expect(answers.map((answer) => answer.equals(film))).toEqual([true, true, true]);
  expect(hosts).toEqual(Array(3).fill(new URL(link.origin).host));
  const { requests, bytes } = link.traffic.until(Number.POSITIVE_INFINITY);
  expect(requests).toBe(3);
  expect(bytes).toBeGreaterThan(3 * film.length);
});

test('a line that is faster than its browser reads rests, and goes on when it reads again', async () => {
  const { link } = await openToServer({ ...conditions, downBitsPerSec: 1e10, roundTripMs: 0 });
  const [response] = await once(get(`${link.origin}/long`), 'response');
  await expect.poll(() => link.traffic.quietMs()).toBeGreaterThan(100);
  expect(link.traffic.until(Number.POSITIVE_INFINITY).bytes).toBeLessThan(longFilm.length);
  expect(await buffer(response)).toHaveLength(longFilm.length);
});

test('a new connection takes two round trips until its first byte, the next request of it one', async () => {
  const { link } = await openToServer();
  const agent = keptAgent();
  const firstByteMs = async () => {
    const startMs = performance.now();
    const [response] = await once(get(`${link.origin}/`, { agent }), 'response');
    const tookMs = performance.now() - startMs;
    await buffer(response);
    return tookMs;
  };
  // Timers are never early, and a busy machine only adds.
  expect(await firstByteMs()).toBeGreaterThanOrEqual(2 * conditions.roundTripMs - 1);
  expect(await firstByteMs()).toBeGreaterThanOrEqual(conditions.roundTripMs - 1);
});

/** @returns the socket that a request used, kept open by the agent */
async function socketOf(link: SlowLink, agent: Agent): Promise<Socket> {
  const request = get(`${link.origin}/`, { agent });
  const [response] = await once(request, 'response');
  await buffer(response);
  if (request.socket === null) throw new Error('The request had no socket.');
  return request.socket;
}

test('after hanging up, the next request opens another connection', async () => {
  const { link, hosts } = await openToServer();
  const agent = keptAgent();
  const first = await socketOf(link, agent);
  expect(await socketOf(link, agent)).toBe(first);
  const closed = once(first, 'close');
  link.hangUp();
  await closed;
  expect(await socketOf(link, agent)).not.toBe(first);
  expect(hosts).toHaveLength(3);
});

test('closing ends open connections', async () => {
  const { link } = await openToServer();
  const socket = await socketOf(link, keptAgent());
  const closed = once(socket, 'close');
  await link.close();
  await closed;
});

test('a server that is gone breaks the connection, as without a link', async () => {
  const link = await openSlowLink({ target: 'http://localhost:1', conditions, seed: 1 });
  ends.push(link.close);
  const { port, hostname } = new URL(link.origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.resume();
  await once(socket, 'close');
});
