import { expect, test } from 'vitest';
import { createLoadMeter } from '../../../../worker/services/services-load.ts';

/** The promises that a task starts, and some more. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a task is counted with its microtasks, and a nested task only once', async () => {
  let nowMs = 0;
  const load = createLoadMeter(() => nowMs);
  const result = load.time(() => {
    nowMs += 3;
    load.time(() => {
      nowMs += 2;
    });
    void Promise.resolve().then(() => {
      nowMs += 4;
    });
    return 'result';
  });
  expect(result).toBe('result');
  await settled();
  nowMs += 100;
  expect(load.read()).toEqual({ busyMs: 9, messageCount: 0 });
  load.time(() => {
    nowMs += 1;
  });
  load.countMessage();
  await settled();
  expect(load.read()).toEqual({ busyMs: 10, messageCount: 1 });
});

test('a task that throws is counted, and its caller gets the error', async () => {
  let nowMs = 0;
  const load = createLoadMeter(() => nowMs);
  expect(() =>
    load.time(() => {
      nowMs += 5;
      throw new Error('broken');
    }),
  ).toThrow('broken');
  await settled();
  expect(load.read().busyMs).toBe(5);
});
