import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectorLimits } from '../../../shared/limits/collector-limits.ts';
import { frozen } from '../../../src/services/services-host.ts';
import { settlePromises } from '../fake-clock.ts';
import {
  create,
  deliverOneOf,
  endScene,
  life,
  logNow,
  scene,
  startScene,
  untilAnswered,
  untilLogged,
  untilRunning,
} from './client-scene.ts';

beforeEach(startScene);
afterEach(endScene);

test('services that never answer and never ping are terminated, and the next get everything', async () => {
  create();
  await untilRunning();
  life(0).silent = new Set(['ping']);
  life(0).isMute = true;
  logNow();
  await untilLogged(0, [1]);
  scene.clock.advance(collectorLimits.watchMs);
  await expect.poll(() => life(0).pings).toBe(1);
  scene.clock.advance(5_000);
  await expect.poll(() => life(0).pings).toBe(2);
  expect(life(0).isTerminated).toBe(false);
  scene.clock.advance(5_000);
  await expect.poll(() => life(0).isTerminated).toBe(true);
  logNow();
  scene.clock.advance(249);
  expect(scene.lives).toHaveLength(1);
  scene.clock.advance(1);
  await untilLogged(1, [1, 2]);
});

test('slow services are left alone', async () => {
  create();
  await untilRunning();
  life(0).silent = new Set(['getVideo']);
  const asked = scene.client.getVideo('offstage001');
  await settlePromises();
  for (let round = 1; round <= 3; round++) {
    scene.clock.advance(15_000);
    await expect.poll(() => life(0).pings).toBe(round);
    await untilAnswered();
  }
  expect(life(0).isTerminated).toBe(false);
  expect(scene.lives).toHaveLength(1);
  life(0).die('the test is over');
  expect(await asked).toMatchObject({ ok: false, error: { code: 'DEAD' } });
});

test('delivered events are not replayed; stored ones are, because they may have left the store unreported', async () => {
  await deliverOneOf(2, 1);
  life(0).isMute = true;
  logNow();
  await untilLogged(0, [1, 2, 3]);
  life(0).die('crashed');
  logNow();
  scene.clock.advance(250);
  await untilLogged(1, [2, 3, 4]);
});

test('services without a durable queue lose it when they die: all undelivered events are replayed', async () => {
  scene.prepare = (services) => {
    services.isDurable = false;
  };
  await deliverOneOf(3, 2);
  life(0).die('crashed');
  scene.clock.advance(250);
  await untilLogged(1, [1, 3]);
});

test('after three restarts the same services run in the page; each restart waits longer', async () => {
  create();
  const waits = [250, 500, 1_000, 0];
  for (const [death, waitMs] of waits.entries()) {
    await untilRunning();
    life(death).die('crashed');
    if (waitMs > 0) scene.clock.advance(waitMs - 1);
    expect(scene.lives).toHaveLength(death + 1);
    scene.clock.advance(1);
    await expect.poll(() => scene.lives.length).toBe(death + 2);
  }
  await expect.poll(() => scene.client.where()).toBe('page');
  expect(scene.lives.map((services) => services.place)).toEqual([
    'worker',
    'worker',
    'worker',
    'worker',
    'page',
  ]);
});

test('services that were frozen with their page restart at once, each time, and get the undelivered events', async () => {
  create();
  for (let rest = 0; rest < 6; rest++) {
    await untilRunning();
    logNow();
    await untilLogged(
      rest,
      Array.from({ length: rest + 1 }, (_, index) => index + 1),
    );
    life(rest).die(frozen);
    expect(life(rest).isTerminated).toBe(true);
    scene.clock.advance(0);
    await expect.poll(() => scene.lives.length).toBe(rest + 2);
  }
  await expect.poll(() => scene.client.where()).toBe('worker');
});

test('runtime=worker reports failure when no worker is left, and keeps the events for the beacon', async () => {
  create('worker');
  for (let death = 0; death < 4; death++) {
    await untilRunning();
    life(death).die('crashed');
    scene.clock.advance(2_000);
  }
  logNow();
  expect(await scene.client.flush()).toMatchObject({ ok: false, error: { code: 'NO_SERVICES' } });
  expect(scene.lives).toHaveLength(4);
  expect(scene.client.accounting()).toMatchObject({ created: 1, delivered: 0, queued: 1 });
  scene.client.leave();
  expect(scene.beacons).toHaveLength(1);
});

test('an event that two lives report as delivered counts once', async () => {
  create();
  await untilRunning();
  logNow();
  life(0).post({ type: 'delivered', ranges: [[1, 1]] });
  await expect.poll(() => scene.client.accounting().delivered).toBe(1);
  life(0).die('crashed');
  scene.clock.advance(250);
  await untilRunning();
  const news = vi.fn();
  scene.client.onNews(news, new AbortController().signal);
  life(1).post({ type: 'delivered', ranges: [[1, 1]] });
  await expect.poll(() => news.mock.calls.length).toBe(1);
  expect(scene.client.accounting()).toMatchObject({ created: 1, delivered: 1, queued: 0 });
});
