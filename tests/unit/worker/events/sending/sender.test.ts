import { beforeEach, expect, test } from 'vitest';
import { queueLimits } from '../../../../../shared/limits/queue-limits.ts';
import {
  createMemoryStore,
  type MemoryStore,
} from '../../../../../worker/events/queue/memory-store.ts';
import type { Outcome } from '../../../../../worker/events/sending/delivery.ts';
import { settlePromises } from '../../../fake-clock.ts';
import { makeEvents, sid } from '../make-events.ts';
import { makeDraft } from '../queue/make-request.ts';
import { create, delivered, failed, form, rejected, scene, startScene } from './sender-scene.ts';

beforeEach(startScene);

/** @param sendCounts earlier attempts of requests, by id */
function memoryWith(sendCounts: Record<number, number>): MemoryStore {
  const memory = createMemoryStore();
  return {
    ...memory,
    async claim(owner, nowMs) {
      const row = await memory.claim(owner, nowMs);
      const earlier = sendCounts[row?.id ?? 0];
      return row === null || earlier === undefined
        ? row
        : { ...row, sendCount: row.sendCount + earlier };
    },
  };
}

test('an empty queue causes no attempt and no timer', async () => {
  scene.sender.wake();
  await settlePromises();
  expect(scene.attempts).toEqual([]);
  expect(scene.clock.timerCount).toBe(0);
});

test('one request is sent at a time', async () => {
  let answer = (_: Outcome) => {};
  scene.outcomes = [
    new Promise((resolve) => {
      answer = resolve;
    }),
  ];
  await form(2);
  scene.sender.wake();
  scene.sender.wake();
  await settlePromises();
  const flushed = scene.sender.sendNow();
  await settlePromises();
  expect(scene.attempts).toHaveLength(1);
  answer(delivered);
  await flushed;
  expect(scene.log).toEqual(['delivered 1', 'delivered 2']);
});

test('a request of another page that is older than 30 days is dropped unsent [spec-9.24]', async () => {
  const memory = createMemoryStore();
  create(null, memory);
  const formElsewhere = () =>
    memory.seal([makeDraft(makeEvents(1), { sid: `${sid}-gone`, timestamp: scene.clock.now() })]);
  await formElsewhere();
  await scene.clock.advanceAsync(1);
  await formElsewhere();
  await scene.clock.advanceAsync(30 * 24 * 60 * 60_000);
  await form();
  scene.sender.wake();
  await settlePromises();
  expect(scene.log).toEqual(['expired 1', 'delivered 2', 'delivered 3']);
  expect(scene.attempts.map((attempt) => attempt.id)).toEqual([2, 3]);
});

test('requests of this page do not expire, however far its clock is set forward', async () => {
  await form();
  await scene.clock.advanceAsync(queueLimits.expiryMs + 1);
  scene.sender.wake();
  await settlePromises();
  expect(scene.log).toEqual(['delivered 1']);
});

test('after stopping no request is claimed, and a pending reply changes nothing', async () => {
  let answer = (_: Outcome) => {};
  scene.outcomes = [
    new Promise((resolve) => {
      answer = resolve;
    }),
  ];
  await form(2);
  scene.sender.wake();
  await settlePromises();
  scene.sender.stop();
  answer(delivered);
  await settlePromises();
  expect(scene.log).toEqual([]);
  expect(scene.attempts).toHaveLength(1);
  expect(scene.clock.timerCount).toBe(0);
});

test('a claim that is pending at the stop is not sent', async () => {
  await form(2);
  scene.sender.wake();
  scene.sender.stop();
  await settlePromises();
  expect(scene.attempts).toEqual([]);
});

test('after stopping no request becomes QUEUED', async () => {
  let answer = (_: Outcome) => {};
  scene.outcomes = [
    new Promise((resolve) => {
      answer = resolve;
    }),
  ];
  await form(2);
  scene.sender.wake();
  await settlePromises();
  scene.sender.stop();
  answer(delivered);
  await settlePromises();
  expect(await scene.queue.claim()).toMatchObject({
    ok: true,
    value: { request: { id: 2, sendCount: 1 } },
  });
});

test('a request that the intake may have stored stays doubtful after an attempt that stored nothing', async () => {
  scene.outcomes = [failed, { ...failed, isDoubtful: false }];
  await form();
  await scene.sender.sendNow();
  await scene.sender.sendNow();
  expect(scene.attempts).toHaveLength(2);
  expect(await scene.queue.claim()).toMatchObject({
    ok: true,
    value: { request: { isDoubtful: true } },
  });
});

test('a request is not doubtful when none of its attempts can have stored it', async () => {
  scene.outcomes = [{ ...failed, isDoubtful: false }];
  await form();
  await scene.sender.sendNow();
  expect(await scene.queue.claim()).toMatchObject({
    ok: true,
    value: { request: { isDoubtful: false } },
  });
});

test('a request is dropped at its 100,001st attempt, and the others are sent [spec-3.59]', async () => {
  create(null, memoryWith({ 1: 99_999 }));
  await form(2);
  scene.fates = { 1: failed };
  scene.sender.wake();
  await scene.clock.advanceAsync(0);
  expect(scene.attempts).toMatchObject([{ id: 1, sendCount: 100_000 }]);
  await scene.clock.advanceAsync(10_000);
  expect(scene.attempts.filter(({ id }) => id === 1)).toHaveLength(1);
  expect(scene.log).toEqual(['delivered 2', 'attempts 1']);
  expect(scene.clock.timerCount).toBe(0);
});

test('a request that could not be read compressed is sent uncompressed from then on, by every worker [spec-3.57]', async () => {
  scene.outcomes = [
    { ...failed, isCompressible: false },
    failed,
    { ...rejected, isCompressible: true },
  ];
  await form();
  scene.sender.wake();
  await scene.clock.advanceAsync(60_000);
  expect(scene.attempts.map(({ isCompressible }) => isCompressible)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(scene.log).toEqual(['delivered 1']);
});
