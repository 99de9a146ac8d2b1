import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientNetwork } from '../../../../../server/http/client-network.ts';
import { createRateLimit } from '../../../../../server/http/fairness/rate-limit.ts';
import { logBatch, logEvent } from '../../support/log-batches.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { readFigures } from '../../support/read-figures.ts';
import { startTestServer } from '../../support/start-test-server.ts';

function startClock() {
  const clock = { nowMs: 1_800_000_000_000 };
  return { clock, now: () => clock.nowMs };
}

test('a minute’s requests may come at once, and evenly from then on', () => {
  const { clock, now } = startClock();
  const limit = createRateLimit({ perMinute: 60, now });
  const ask = () => {
    const wait = limit.waitMs('a');
    if (wait === 0) limit.take('a');
    return wait;
  };
  for (let count = 0; count < 60; count += 1) expect(ask()).toBe(0);
  expect(ask()).toBeCloseTo(1_000);
  expect(limit.waitMs('b')).toBe(0);
  clock.nowMs += 999;
  expect(ask()).toBeCloseTo(1);
  clock.nowMs += 1;
  expect([ask(), ask() > 0]).toEqual([0, true]);
  clock.nowMs += 3_600_000;
  for (let count = 0; count < 60; count += 1) expect(ask()).toBe(0);
  expect(ask()).toBeGreaterThan(0);
});

test('no minute ever has more than twice the allowed requests, and a client that waits as told is accepted', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.integer({ min: 0, max: 120_000 }), { maxLength: 200 }),
      (perMinute, steps) => {
        const { clock, now } = startClock();
        const limit = createRateLimit({ perMinute, now });
        const taken: number[] = [];
        for (const step of steps) {
          clock.nowMs += step;
          clock.nowMs += limit.waitMs('a');
          expect(limit.waitMs('a')).toBe(0);
          limit.take('a');
          taken.push(clock.nowMs);
        }
        for (const start of taken) {
          const inMinute = taken.filter((at) => at >= start && at < start + 60_000);
          expect(inMinute.length).toBeLessThanOrEqual(2 * perMinute);
        }
      },
    ),
  );
});

test('a client above its limit waits until its excess has expired', () => {
  const { clock, now } = startClock();
  const limit = createRateLimit({ perMinute: 60_000, now });
  limit.take('a', 59_999);
  expect(limit.waitMs('a')).toBe(0);
  limit.take('a', 5_000);
  expect([limit.waitMs('a'), limit.waitMs('b')]).toEqual([5_000, 0]);
  clock.nowMs += 5_000;
  expect(limit.waitMs('a')).toBe(0);
});

test('no minute ever has more than twice the allowed work plus one piece', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(90_000), fc.nat(1_000))), (done) => {
      const { clock, now } = startClock();
      const limit = createRateLimit({ perMinute: 1_000, now });
      const taken: { at: number; amount: number }[] = [];
      for (const [pauseMs, amount] of done) {
        clock.nowMs += pauseMs;
        clock.nowMs += Math.ceil(limit.waitMs('a'));
        expect(limit.waitMs('a')).toBe(0);
        limit.take('a', amount);
        taken.push({ at: clock.nowMs, amount });
      }
      for (const { at } of taken) {
        const inMinute = taken.filter((one) => one.at >= at && one.at < at + 60_000);
        expect(inMinute.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(3_000);
      }
    }),
  );
});

test('a clock that is set back makes no client wait for much more than a minute', () => {
  const { clock, now } = startClock();
  const limit = createRateLimit({ perMinute: 2, now });
  limit.take('a', 100);
  clock.nowMs -= 86_400_000;
  // One minute, plus the time for one request.
  const waitMs = limit.waitMs('a');
  expect(waitMs).toBeLessThanOrEqual(90_000);
  clock.nowMs += waitMs;
  expect(limit.waitMs('a')).toBe(0);
});

test('a million addresses use no more memory than the remembered ones, and the busy one stays limited [threat-flood]', () => {
  const { now } = startClock();
  const limit = createRateLimit({ perMinute: 10, now, maxClients: 1_000 });
  for (let count = 0; count < 10; count += 1) limit.take('busy');
  for (let count = 0; count < 1_000_000; count += 1) {
    limit.take(`10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`);
    if (count % 500 === 0) limit.take('busy');
  }
  expect(limit.size).toBeLessThanOrEqual(1_000);
  expect(limit.size).toBeGreaterThanOrEqual(500);
  expect(limit.waitMs('busy')).toBeGreaterThan(0);
});

test('0 is no limit, and remembers no client', () => {
  const { now } = startClock();
  const limit = createRateLimit({ perMinute: 0, now });
  for (let count = 0; count < 1_000; count += 1) limit.take('a');
  expect([limit.waitMs('a'), limit.size]).toEqual([0, 0]);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['', ''],
])('the client %s is counted as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test('a flood from one address gets 429 with a Retry-After, readable by any origin, and stores nothing more [threat-flood]', async () => {
  const { clock, now } = startClock();
  const server = await startTestServer({ rateLimit: 20 }, now);
  const path = '/youtubei/v1/log_event';
  const send = (seq: number) =>
    rawRequest(server.embed, path, {
      method: 'POST',
      body: JSON.stringify(logBatch([logEvent(seq)])),
    });
  const replies = await Promise.all(Array.from({ length: 60 }, (_, index) => send(index + 1)));
  const refused = replies.filter(({ status }) => status === 429);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(refused).toHaveLength(40);
  for (const { headers, body } of refused) {
    expect(headers).toMatchObject({
      'retry-after': '3',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('Retry-After'),
    });
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  }
  // On the other origin and any path too, except files and checks.
  for (const [origin, asked, status] of [
    [server.demo, '/', 429],
    [server.embed, '/embed/offstage001', 429],
    [server.embed, '/youtubei/v1/player', 429],
    [server.embed, '/error_204', 429],
    [server.embed, '/license/clearkey/x', 429],
    [server.embed, `${path}?sid=x&from=1`, 429],
    [server.embed, '/media/none.mp4', 404],
    [server.embed, '/assets/main-abc.js', 200],
    [server.embed, '/generate_204', 204],
    [server.embed, '/healthz', 200],
  ] as const)
    expect([asked, (await rawRequest(origin, asked)).status]).toEqual([asked, status]);
  clock.nowMs += 3_000;
  expect((await send(100)).status).toBe(200);
  clock.nowMs += 60_000;
  expect(await readFigures(`${server.embed}/telemetry/summary`)).toMatchObject({
    events: 21,
    rejected: 0,
  });
});

test('behind a trusted proxy each viewer is counted separately, an IPv6 network as one, and invented addresses do not count', async () => {
  const { now } = startClock();
  const server = await startTestServer({ rateLimit: 1 }, now);
  const ask = async (forwarded: string) =>
    (await rawRequest(server.embed, '/embed/x', { headers: { 'X-Forwarded-For': forwarded } }))
      .status;
  expect([await ask('203.0.113.1'), await ask('203.0.113.1'), await ask('203.0.113.2')]).toEqual([
    200, 429, 200,
  ]);
  expect([
    await ask('2001:db8::1'),
    await ask('2001:db8::2'),
    await ask('2001:db8:0:1::1'),
  ]).toEqual([200, 429, 200]);
  expect(await ask('198.51.100.7, 203.0.113.1')).toBe(429);
});

test('after ten wrong tokens in a minute even the right one waits, on both origins, and other clients do not [threat-telemetry-token]', async () => {
  const { clock, now } = startClock();
  const server = await startTestServer({ token: 'right' }, now);
  const ask = async (origin: string, token: string | null) => {
    const headers: Record<string, string> =
      token === null ? {} : { Authorization: `Bearer ${token}` };
    return rawRequest(origin, '/telemetry/summary', { headers });
  };
  for (let count = 0; count < 10; count += 1)
    expect((await ask(count % 2 ? server.embed : server.demo, `wrong${count}`)).status).toBe(401);
  const refused = await ask(server.embed, 'right');
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '6' } });
  expect(JSON.parse(refused.body)).toMatchObject({ error: { code: 'TOO_MANY_TRIES' } });
  expect((await ask(server.demo, 'right')).status).toBe(429);
  // Without a token nothing is guessed.
  expect((await ask(server.embed, null)).status).toBe(401);
  expect((await rawRequest(server.embed, '/embed/x')).status).toBe(200);
  clock.nowMs += 6_000;
  expect((await ask(server.embed, 'right')).status).toBe(200);
});
