import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectorLimits } from '../../../shared/limits/collector-limits.ts';
import { rpcLimits } from '../../../shared/limits/rpc-limits.ts';
import type { News } from '../../../shared/rpc/news.ts';
import type { ServicesClient, ServicesClientDeps } from '../../../src/services/services-client.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';
import { createClientOfFakes, lifeOf, servicesConfig } from './client-of-fakes.ts';
import { FakeServices } from './fake-services.ts';

// The page's own duties: it watches its services, reports what only it sees, and limits its memory.

let clock: FakeClock;
let lives: FakeServices[];
let client: ServicesClient;
let beacons: string[];

function create(deps: Partial<ServicesClientDeps> = {}): void {
  client = createClientOfFakes(
    { clock, lives, beacons },
    { startPage: () => Promise.reject(new Error('must not be loaded')), ...deps },
  );
}

beforeEach(() => {
  clock = createFakeClock();
  lives = [];
  beacons = [];
});
afterEach(() => {
  for (const services of lives) services.host().terminate();
});

const untilRunning = () => expect.poll(() => client.where()).not.toBeNull();
const life = (index: number) => lifeOf(lives, index);
const untilTimers = (count: number) => expect.poll(() => clock.timerCount).toBe(count);

/** Logs one event and resolves once it is acknowledged. */
async function logOne(): Promise<void> {
  client.log('played', {}, { tier: 'immediate' });
  // Answers come in the order of the calls.
  await client.flush();
}

describe('services that die silently', () => {
  test('are noticed while an event is undelivered, without further calls', async () => {
    create();
    await untilRunning();
    await logOne();
    life(0).silent = new Set(['ping']);
    clock.advance(collectorLimits.watchMs - 1);
    expect(life(0).pings).toBe(0);
    clock.advance(1);
    await expect.poll(() => life(0).pings).toBe(1);
    // 5 s for its answer, and 5 s for that to the one after it.
    clock.advance(5_000);
    await expect.poll(() => life(0).pings).toBe(2);
    expect(life(0).isTerminated).toBe(false);
    clock.advance(5_000);
    await expect.poll(() => life(0).isTerminated).toBe(true);
    clock.advance(250);
    await untilRunning();
    expect(lives).toHaveLength(2);
  });

  test('are pinged every 10 s while an event is undelivered, and then no more', async () => {
    create();
    await untilRunning();
    await logOne();
    for (let round = 1; round <= 3; round++) {
      clock.advance(collectorLimits.watchMs);
      await expect.poll(() => life(0).pings).toBe(round);
      await client.flush();
    }
    life(0).tell({ type: 'delivered', ranges: [[1, 1]] });
    await expect.poll(() => client.accounting().delivered).toBe(1);
    // An idle page sets no timer to find that out.
    await untilTimers(0);
    clock.advance(3_600_000);
    expect(life(0).pings).toBe(3);
    // The next event is watched again.
    await logOne();
    clock.advance(collectorLimits.watchMs);
    await expect.poll(() => life(0).pings).toBe(4);
  });
});

describe('the services get', () => {
  const hidden = { type: 'visibility', state: 'hidden' } as const;
  const shown = { type: 'visibility', state: 'visible' } as const;
  const navigating = { type: 'navigation', state: 'application_navigating' } as const;

  test('the page’s state as it changes', async () => {
    create();
    await untilRunning();
    for (const state of [hidden, navigating, shown]) client.keepNotified(state);
    await expect.poll(() => life(0).notices).toEqual([hidden, navigating, shown]);
  });

  test('its newest state when they start later, also the next ones', async () => {
    create();
    for (const state of [shown, navigating, hidden]) client.keepNotified(state);
    await untilRunning();
    await expect.poll(() => life(0).notices).toEqual([hidden, navigating]);
    life(0).die('crashed');
    clock.advance(250);
    await untilRunning();
    await expect.poll(() => life(1).notices).toEqual([hidden, navigating]);
  });

  test('one-time events once, and not if they start later', async () => {
    const event = { type: 'started', detail: '' } as const;
    create();
    client.notify({ type: 'bot_detection', event });
    await untilRunning();
    client.notify({ type: 'bot_detection', event });
    await expect.poll(() => life(0).notices).toEqual([{ type: 'bot_detection', event }]);
  });

  test('the events of a beacon, after these events themselves', async () => {
    create();
    await untilRunning();
    for (let n = 0; n < 5; n++) client.log('played', {});
    clock.advance(100);
    await expect.poll(() => life(0).logged).toEqual([1, 2, 3, 4, 5]);
    life(0).tell({ type: 'delivered', ranges: [[2, 2]] });
    await expect.poll(() => client.accounting().delivered).toBe(1);
    client.log('played', {});
    client.leave();
    const ranges = [
      [1, 1],
      [3, 6],
    ];
    await expect.poll(() => life(0).notices).toEqual([{ type: 'beaconed', ranges }]);
    expect(life(0).logged).toEqual([1, 2, 3, 4, 5, 6]);
    // One exit reports them once.
    client.leave();
    client.keepNotified(hidden);
    await expect.poll(() => life(0).notices).toHaveLength(2);
    expect(life(0).notices[1]).toEqual(hidden);
  });

  test('nothing about beacons that the browser refused', async () => {
    create({ sendBeacon: () => false });
    await untilRunning();
    client.log('played', {});
    client.leave();
    client.keepNotified(hidden);
    await expect.poll(() => life(0).notices).toEqual([hidden]);
  });
});

test('the services report the connection, and new ones assume that there is one', async () => {
  create();
  await untilRunning();
  expect(client.isOnline).toBe(true);
  life(0).tell({ type: 'connectivity', isOnline: false });
  await expect.poll(() => client.isOnline).toBe(false);
  life(0).die('crashed');
  clock.advance(250);
  await untilRunning();
  expect(client.isOnline).toBe(true);
});

describe('without telemetry', () => {
  beforeEach(() =>
    create({
      config: { ...servicesConfig, isTelemetryOn: false },
    }),
  );

  test('nothing is collected, sent, watched or counted, whatever the page does', async () => {
    await untilRunning();
    for (let n = 0; n < 100; n++) client.log('played', {}, { tier: 'immediate' });
    client.handOver();
    client.leave();
    expect(await client.flush()).toEqual({ ok: true, value: { delivered: 0, queued: 0 } });
    expect(client.accounting()).toMatchObject({ created: 0, delivered: 0, queued: 0 });
    expect(life(0).logged).toEqual([]);
    expect(beacons).toEqual([]);
    // Answers come in the order of the calls; all deadlines were met.
    await client.getVideo('v');
    clock.advance(rpcLimits.callDeadlineMs);
    await untilTimers(0);
  });

  test('an invalid call is still reported, and the API works', async () => {
    expect(() => client.log('9 lives', {})).toThrow(TypeError);
    expect(await client.getVideo('v')).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  });
});

describe('a page without services', () => {
  let news: News[];
  let isLoadable: boolean;
  beforeEach(async () => {
    news = [];
    isLoadable = false;
    create({
      runtime: 'main',
      startPage() {
        if (!isLoadable) return Promise.reject(new Error('no network'));
        const services = new FakeServices('page');
        lives.push(services);
        return Promise.resolve(services.host());
      },
    });
    client.onNews((item) => news.push(item), new AbortController().signal);
    // Three restarts, after 250, 500 and 1,000 ms.
    for (let start = 0; start < 4; start++) await clock.advanceAsync(1_000);
    expect(await client.flush()).toMatchObject({ ok: false, error: { code: 'NO_SERVICES' } });
  });

  test('keeps 10,000 events; when full, it drops, reports and counts the oldest of the lowest tier', async () => {
    const all = collectorLimits.keptAloneCount;
    for (let n = 1; n <= 100; n++) client.log('urgent', {}, { tier: 'fast' });
    for (let n = 101; n <= all; n++) client.log('played', {});
    client.handOver();
    expect(news).toEqual([]);
    for (let n = 1; n <= 100; n++) client.log('late', {});
    expect(news).toEqual([{ type: 'dropped', reason: 'quota', ranges: [[101, 200]] }]);
    expect(client.accounting()).toMatchObject({
      created: all + 100,
      queued: all,
      dropped: { quota: 100 },
    });
    // The first that start get all remaining events, in order.
    isLoadable = true;
    await clock.advanceAsync(rpcLimits.reviveMs);
    await expect.poll(() => lives[0]?.logged.length).toBe(all);
    expect(life(0).logged.slice(99, 102)).toEqual([100, 201, 202]);
  });

  test('retries after 5 s, and ever more rarely, until services run', async () => {
    client.log('played', {});
    client.handOver();
    await clock.advanceAsync(rpcLimits.reviveMs - 1);
    expect(lives).toHaveLength(0);
    // Through a round of restarts, and the pause of twice the length behind it.
    await clock.advanceAsync(3_000);
    isLoadable = true;
    await clock.advanceAsync(rpcLimits.reviveMs);
    expect(lives).toHaveLength(0);
    await clock.advanceAsync(rpcLimits.reviveMs);
    await expect.poll(() => lives[0]?.logged).toEqual([1]);
  });

  test('leaves no timer when it is disposed', async () => {
    await client.dispose();
    expect(clock.timerCount).toBe(0);
  });
});

describe('a page whose services are still starting', () => {
  test('drops nothing of a burst', async () => {
    create({ canStart: new Promise(() => {}) });
    const count = collectorLimits.keptAloneCount + 100;
    for (let n = 1; n <= count; n++) client.log('played', {});
    client.handOver();
    expect(client.accounting()).toMatchObject({
      created: count,
      queued: count,
      dropped: { quota: 0 },
    });
    void client.flush();
    await expect.poll(() => lives[0]?.logged.length).toBe(count);
  });
});
