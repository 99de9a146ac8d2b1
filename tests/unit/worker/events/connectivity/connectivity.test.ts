import { beforeEach, expect, test } from 'vitest';
import { isProof } from '../../../../../worker/events/connectivity/is-proof.ts';
import { settlePromises } from '../../../fake-clock.ts';
import { refused, scene, startScene } from './connectivity-scene.ts';

beforeEach(startScene);

test('offline, the worker checks every 30 s and reports only changes [spec-9.22]', async () => {
  scene.statuses = [refused, refused, refused, 204];
  await scene.connectivity.check();
  await scene.clock.advanceAsync(29_999);
  expect(scene.checks).toEqual([0]);
  expect(scene.connectivity.isOnline).toBe(false);
  await scene.clock.advanceAsync(60_001);
  expect(scene.checks).toEqual([0, 30_000, 60_000, 90_000]);
  expect(scene.changes).toEqual([false, true]);
  expect(scene.connectivity.isOnline).toBe(true);
});

test('while no request has failed there is no timer and no check [spec-9.22]', async () => {
  expect(scene.clock.timerCount).toBe(0);
  expect(await scene.connectivity.check()).toBe(true);
  scene.connectivity.setWork({ isVisible: false });
  scene.connectivity.setWork({ isVisible: true });
  expect(scene.clock.timerCount).toBe(0);
  await scene.clock.advanceAsync(3_600_000);
  expect(scene.checks).toEqual([0]);
});

test.each([
  [200, 'application/json; charset=UTF-8', true],
  [204, null, true],
  [404, 'text/html', true],
  [503, null, true],
  [200, 'text/html', false],
  [200, null, false],
  [302, null, false],
])('a reply %i with %s proves a connection: %s', (status, contentType, isOne) => {
  const headers = new Headers(contentType === null ? {} : { 'content-type': contentType });
  expect(isProof({ status, headers })).toBe(isOne);
});

test('a result from another document counts as a check', async () => {
  scene.connectivity.receive(false);
  await scene.clock.advanceAsync(20_000);
  scene.connectivity.receive(false);
  await scene.clock.advanceAsync(29_999);
  expect(scene.checks).toEqual([]);
  await scene.clock.advanceAsync(1);
  expect(scene.checks).toEqual([50_000]);
  expect(scene.changes).toEqual([false, true]);
  scene.connectivity.receive(true);
  expect(scene.clock.timerCount).toBe(0);
});

test.each([
  [204, true],
  [404, true],
  [500, true],
  [200, false],
  [0, false],
])('a check with the reply %i finds a connection: %s', async (status, isOnline) => {
  scene.statuses = [status];
  expect(await scene.connectivity.check()).toBe(isOnline);
  expect(scene.connectivity.isOnline).toBe(isOnline);
});

test('a request for a check during a check gets the result of the running one', async () => {
  let answer = (_: number) => {};
  scene.statuses = [
    new Promise((resolve) => {
      answer = resolve;
    }),
  ];
  const asked = [scene.connectivity.check(), scene.connectivity.check()];
  asked.push(scene.connectivity.check());
  expect(scene.checks).toHaveLength(1);
  answer(200);
  expect(await Promise.all(asked)).toEqual([false, false, false]);
  await scene.connectivity.check();
  expect(scene.checks).toHaveLength(2);
});

test('a reply of the intake ends the offline state and its checks', async () => {
  scene.statuses = [refused];
  await scene.connectivity.check();
  await scene.clock.advanceAsync(20_000);
  scene.connectivity.prove();
  expect(scene.connectivity.isOnline).toBe(true);
  expect(scene.changes).toEqual([false, true]);
  expect(scene.clock.timerCount).toBe(0);
});

test.each([-3_600_000, -40_000, -10_000, 10_000, 3_600_000])(
  'a clock that is set by %i ms delays no check by more than 30 s, and causes no burst',
  async (ms) => {
    scene.statuses = Array(20).fill(refused);
    scene.connectivity.receive(false);
    await scene.clock.advanceAsync(15_000);
    scene.setMs = ms;
    await scene.clock.advanceAsync(45_000);
    expect(scene.checks.length).toBeGreaterThanOrEqual(1);
    expect(scene.checks.length).toBeLessThanOrEqual(2);
    const countBefore = scene.checks.length;
    await scene.clock.advanceAsync(300_000);
    expect(scene.checks.length - countBefore).toBe(10);
  },
);

test('disposing leaves no timer, and the result of a running check is not reported', async () => {
  let answer = (_: number) => {};
  scene.statuses = [
    new Promise((resolve) => {
      answer = resolve;
    }),
  ];
  const checked = scene.connectivity.check();
  scene.connectivity.stop();
  scene.life.abort();
  expect(scene.clock.timerCount).toBe(0);
  answer(200);
  await checked;
  scene.connectivity.setWork({ isVisible: true });
  await settlePromises();
  expect(scene.changes).toEqual([]);
  expect(scene.clock.timerCount).toBe(0);
});
