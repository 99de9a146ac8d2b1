import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectorLimits } from '../../../shared/limits/collector-limits.ts';
import { rpcLimits } from '../../../shared/limits/rpc-limits.ts';
import { servicesConfig } from './client-of-fakes.ts';
import { create, endScene, life, scene, startScene } from './page-scene.ts';

// The page's own duties: it watches its services, reports what only it sees, and limits its memory
// (services-client-memory.test.ts).

beforeEach(startScene);
afterEach(endScene);

const untilRunning = () => expect.poll(() => scene.client.where()).not.toBeNull();
const untilTimers = (count: number) => expect.poll(() => scene.clock.timerCount).toBe(count);

/** Logs one event and resolves once it is acknowledged. */
async function logOne(): Promise<void> {
  scene.client.log('played', {}, { tier: 'immediate' });
  // Answers come in the order of the calls.
  await scene.client.flush();
}

describe('services that die silently', () => {
  test('are noticed while an event is undelivered, without further calls', async () => {
    create();
    await untilRunning();
    await logOne();
    life(0).silent = new Set(['ping']);
    scene.clock.advance(collectorLimits.watchMs - 1);
    expect(life(0).pings).toBe(0);
    scene.clock.advance(1);
    await expect.poll(() => life(0).pings).toBe(1);
    // 5 s for its answer, and 5 s for that to the one after it.
    scene.clock.advance(5_000);
    await expect.poll(() => life(0).pings).toBe(2);
    expect(life(0).isTerminated).toBe(false);
    scene.clock.advance(5_000);
    await expect.poll(() => life(0).isTerminated).toBe(true);
    scene.clock.advance(250);
    await untilRunning();
    expect(scene.lives).toHaveLength(2);
  });

  test('are pinged every 10 s while an event is undelivered, and then no more', async () => {
    create();
    await untilRunning();
    await logOne();
    for (let round = 1; round <= 3; round++) {
      scene.clock.advance(collectorLimits.watchMs);
      await expect.poll(() => life(0).pings).toBe(round);
      await scene.client.flush();
    }
    life(0).post({ type: 'delivered', ranges: [[1, 1]] });
    await expect.poll(() => scene.client.accounting().delivered).toBe(1);
    // An idle page sets no timer to find that out.
    await untilTimers(0);
    scene.clock.advance(3_600_000);
    expect(life(0).pings).toBe(3);
    // The next event is watched again.
    await logOne();
    scene.clock.advance(collectorLimits.watchMs);
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
    for (const state of [hidden, navigating, shown]) scene.client.keepNotified(state);
    await expect.poll(() => life(0).notices).toEqual([hidden, navigating, shown]);
  });

  test('its newest state when they start later, also the next ones', async () => {
    create();
    for (const state of [shown, navigating, hidden]) scene.client.keepNotified(state);
    await untilRunning();
    await expect.poll(() => life(0).notices).toEqual([hidden, navigating]);
    life(0).die('crashed');
    scene.clock.advance(250);
    await untilRunning();
    await expect.poll(() => life(1).notices).toEqual([hidden, navigating]);
  });

  test('one-time events once, and not if they start later', async () => {
    const event = { type: 'started', detail: '' } as const;
    create();
    scene.client.notify({ type: 'bot_detection', event });
    await untilRunning();
    scene.client.notify({ type: 'bot_detection', event });
    await expect.poll(() => life(0).notices).toEqual([{ type: 'bot_detection', event }]);
  });

  test('the events of a beacon, after these events themselves', async () => {
    create();
    await untilRunning();
    for (let n = 0; n < 5; n++) scene.client.log('played', {});
    scene.clock.advance(100);
    await expect.poll(() => life(0).logged).toEqual([1, 2, 3, 4, 5]);
    life(0).post({ type: 'delivered', ranges: [[2, 2]] });
    await expect.poll(() => scene.client.accounting().delivered).toBe(1);
    scene.client.log('played', {});
    scene.client.leave();
    const ranges = [
      [1, 1],
      [3, 6],
    ];
    await expect.poll(() => life(0).notices).toEqual([{ type: 'beaconed', ranges }]);
    expect(life(0).logged).toEqual([1, 2, 3, 4, 5, 6]);
    // One exit reports them once.
    scene.client.leave();
    scene.client.keepNotified(hidden);
    await expect.poll(() => life(0).notices).toHaveLength(2);
    expect(life(0).notices[1]).toEqual(hidden);
  });

  test('nothing about beacons that the browser refused', async () => {
    create({ sendBeacon: () => false });
    await untilRunning();
    scene.client.log('played', {});
    scene.client.leave();
    scene.client.keepNotified(hidden);
    await expect.poll(() => life(0).notices).toEqual([hidden]);
  });
});

test('the services report the connection, and new ones assume that there is one', async () => {
  create();
  await untilRunning();
  expect(scene.client.isOnline).toBe(true);
  life(0).post({ type: 'connectivity', isOnline: false });
  await expect.poll(() => scene.client.isOnline).toBe(false);
  life(0).die('crashed');
  scene.clock.advance(250);
  await untilRunning();
  expect(scene.client.isOnline).toBe(true);
});

describe('without telemetry', () => {
  beforeEach(() =>
    create({
      config: { ...servicesConfig, isTelemetryOn: false },
    }),
  );

  test('nothing is collected, sent, watched or counted, whatever the page does', async () => {
    await untilRunning();
    for (let n = 0; n < 100; n++) scene.client.log('played', {}, { tier: 'immediate' });
    scene.client.handOver();
    scene.client.leave();
    expect(await scene.client.flush()).toEqual({ ok: true, value: { delivered: 0, queued: 0 } });
    expect(scene.client.accounting()).toMatchObject({ created: 0, delivered: 0, queued: 0 });
    expect(life(0).logged).toEqual([]);
    expect(scene.beacons).toEqual([]);
    // Answers come in the order of the calls; all deadlines were met.
    await scene.client.getVideo('v');
    scene.clock.advance(rpcLimits.callDeadlineMs);
    await untilTimers(0);
  });

  test('an invalid call is still reported, and the API works', async () => {
    expect(() => scene.client.log('9 lives', {})).toThrow(TypeError);
    expect(await scene.client.getVideo('v')).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND' },
    });
  });
});
