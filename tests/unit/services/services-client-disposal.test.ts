import { afterEach, beforeEach, expect, test } from 'vitest';
import { settlePromises } from '../fake-clock.ts';
import {
  create,
  endScene,
  life,
  logNow,
  scene,
  startScene,
  untilLogged,
  untilRunning,
} from './client-scene.ts';

beforeEach(startScene);
afterEach(endScene);

test('disposing before the services run sends the waiting events by beacon', async () => {
  create('main', { startPage: () => new Promise(() => {}) });
  scene.client.log('played', {});
  await scene.client.dispose();
  expect(scene.beacons.map((body) => JSON.parse(body).events.length)).toEqual([1]);
});

test('disposing sends no stored event by beacon', async () => {
  create();
  await untilRunning();
  scene.client.log('played', {});
  await scene.client.dispose();
  expect(life(0).logged).toEqual([1]);
  expect(scene.beacons).toEqual([]);
});

test('services that fail to dispose are still ended, and their unstored events are sent by beacon', async () => {
  scene.prepare = (services) => {
    services.isBroken = true;
    services.isMute = true;
  };
  create();
  await untilRunning();
  scene.client.log('played', {});
  await expect(scene.client.dispose()).rejects.toThrow('broken');
  expect(life(0).isTerminated).toBe(true);
  expect(scene.beacons).toHaveLength(1);
  expect(scene.client.where()).toBeNull();
  expect(scene.clock.timerCount).toBe(0);
});

test('disposing ends the services, even silent ones, and leaves no timer', async () => {
  create();
  await untilRunning();
  life(0).silent = new Set(['dispose', 'ping']);
  logNow();
  await untilLogged(0, [1]);
  const disposed = scene.client.dispose();
  scene.clock.advance(5_000);
  await disposed;
  expect(life(0).isTerminated).toBe(true);
  logNow();
  scene.clock.advance(60_000);
  expect(scene.lives).toHaveLength(1);
  expect(scene.clock.timerCount).toBe(0);
});

test('services of the page that fail to load after the disposal are not started again', async () => {
  let fail = (_: Error) => {};
  create('main', {
    startPage: () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  });
  await scene.client.dispose();
  fail(new Error('no network'));
  await settlePromises();
  expect(scene.clock.timerCount).toBe(0);
  expect(await scene.client.flush()).toMatchObject({ ok: false, error: { code: 'NO_SERVICES' } });
});
