import { beforeEach, expect, test } from 'vitest';
import { queueLimits } from '../../../../../shared/limits/queue-limits.ts';
import { createMemoryStore } from '../../../../../worker/events/queue/memory-store.ts';
import { settlePromises } from '../../../fake-clock.ts';
import { sid } from '../make-events.ts';
import { makeDurableStore, quotaExceeded } from '../queue/make-durable-store.ts';
import { create, delivered, failed, form, rejected, scene, startScene } from './sender-scene.ts';

beforeEach(startScene);

const attemptTimes = () => scene.attempts.map((attempt) => attempt.atMs);

test('a failed request is retried after 5 s and stays the same request [spec-9.26]', async () => {
  scene.outcomes = [failed, failed];
  await form();
  scene.sender.wake();
  await scene.clock.advanceAsync(4_999);
  expect(attemptTimes()).toEqual([0]);
  await scene.clock.advanceAsync(10_000);
  expect(scene.attempts).toMatchObject([
    { atMs: 0, id: 1, sendCount: 1 },
    { atMs: 5_000, id: 1, sendCount: 2 },
    { atMs: 10_000, id: 1, sendCount: 3 },
  ]);
  expect(scene.log).toEqual(['delivered 1']);
  expect(scene.clock.timerCount).toBe(0);
});

test('failures do not use up the retry limit, and retries slow down after the tenth', async () => {
  scene.outcomes = Array(14).fill(failed);
  await form();
  scene.sender.wake();
  await scene.clock.advanceAsync(600_000);
  const times = attemptTimes();
  const waits = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  expect(waits).toEqual([...Array(9).fill(5_000), 10_000, 20_000, 40_000, 60_000, 60_000]);
  expect(scene.log).toEqual(['delivered 1']);
});

test('a success resets the failure count', async () => {
  scene.outcomes = [...Array(9).fill(failed), delivered, failed];
  await form(2);
  scene.sender.wake();
  await scene.clock.advanceAsync(45_000);
  expect(scene.log).toHaveLength(1);
  await scene.clock.advanceAsync(5_000);
  expect(scene.log).toHaveLength(2);
});

test('the state is reported only when it changes', async () => {
  scene.outcomes = [failed, failed, failed];
  await form(3);
  scene.sender.wake();
  await scene.clock.advanceAsync(60_000);
  expect(scene.states).toMatchObject([
    { state: 'failing', reason: 'the intake answered 500' },
    { state: 'ok' },
  ]);
});

test('a rejected request gets one more chance after 5 s, behind the others, and is then dropped [spec-9.28]', async () => {
  scene.fates = { 1: rejected };
  await form(2);
  scene.sender.wake();
  await scene.clock.advanceAsync(4_999);
  expect(scene.log).toEqual([]);
  await scene.clock.advanceAsync(1);
  expect(scene.log).toEqual(['delivered 2', 'rejected 1']);
  expect(scene.attempts.map((attempt) => attempt.id)).toEqual([1, 2, 1]);
});

test('a request that always fails does not delay others', async () => {
  scene.fates = { 1: failed };
  await form(3);
  scene.sender.wake();
  await scene.clock.advanceAsync(5_000);
  expect(scene.log).toEqual(['delivered 2', 'delivered 3']);
  expect(scene.attempts.map((attempt) => attempt.id)).toEqual([1, 2, 3, 1]);
});

test('Retry-After delays the timer and every wake-up', async () => {
  scene.outcomes = [{ ...failed, retryAfterMs: 30_000 }];
  await form();
  await scene.sender.sendNow();
  await scene.clock.advanceAsync(29_999);
  await scene.sender.sendNow();
  expect(attemptTimes()).toEqual([0]);
  await scene.clock.advanceAsync(1);
  expect(attemptTimes()).toEqual([0, 30_000]);
});

test('without Retry-After a wake-up sends at once', async () => {
  scene.outcomes = [failed];
  await form();
  await scene.sender.sendNow();
  await scene.clock.advanceAsync(1_000);
  await scene.sender.sendNow();
  expect(attemptTimes()).toEqual([0, 1_000]);
  expect(scene.clock.timerCount).toBe(0);
});

test('after a failed release the request is claimed again after 120 s', async () => {
  const store = makeDurableStore();
  const { release } = store;
  store.release = quotaExceeded;
  create(store);
  scene.outcomes = [failed];
  await form();
  scene.sender.wake();
  await settlePromises();
  store.release = release;
  await scene.clock.advanceAsync(queueLimits.retryExpiryMs);
  expect(attemptTimes()).toEqual([0]);
  await scene.clock.advanceAsync(1);
  expect(attemptTimes()).toEqual([0, 120_001]);
  expect(scene.clock.timerCount).toBe(0);
});

test('a delivered request that the store fails to remove is removed later, and not sent again', async () => {
  const store = makeDurableStore();
  const { lease } = store;
  store.lease = (...args) => (args[3].length === 0 ? lease(...args) : quotaExceeded());
  create(store);
  await form();
  scene.sender.wake();
  await settlePromises();
  expect(await store.seqsOf(sid)).toEqual([1]);
  store.lease = lease;
  await scene.clock.advanceAsync(queueLimits.retryExpiryMs + 1);
  expect(await store.seqsOf(sid)).toEqual([]);
  expect(attemptTimes()).toEqual([0]);
  expect(scene.clock.timerCount).toBe(0);
});

test('a failed claim is repeated after 120 s, and an earlier wake-up sends', async () => {
  const store = makeDurableStore();
  const { lease } = store;
  store.lease = quotaExceeded;
  create(store);
  await form();
  scene.sender.wake();
  await settlePromises();
  store.lease = lease;
  await scene.clock.advanceAsync(queueLimits.retryExpiryMs + 1);
  expect(scene.log).toEqual(['delivered 1']);

  store.lease = quotaExceeded;
  scene.sender.wake();
  await settlePromises();
  store.lease = lease;
  await form();
  scene.sender.wake();
  await settlePromises();
  expect(scene.log).toEqual(['delivered 1', 'delivered 2']);
  scene.sender.stop();
  expect(scene.clock.timerCount).toBe(0);
});

test('a try without a connection does not count as an attempt', async () => {
  const connectivity = { isOnline: false, check: async () => false, prove: () => {} };
  create(null, createMemoryStore(), connectivity);
  await form();
  scene.sender.wake();
  await scene.clock.advanceAsync(20_000);
  expect(scene.attempts).toEqual([]);
  connectivity.check = async () => true;
  await scene.clock.advanceAsync(60_000);
  expect(scene.attempts).toMatchObject([{ sendCount: 1 }]);
});
