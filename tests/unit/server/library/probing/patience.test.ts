import { expect, onTestFinished, test, vi } from 'vitest';
import { startPatience } from '../../../../../server/library/probing/patience.ts';

const never = new Promise<never>(() => {});

function start() {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const pool = { cpuMs: 0, send: () => {} };
  const patience = startPatience({
    onceSlow(cpuMs, callback) {
      Object.assign(pool, { cpuMs, send: callback });
      return () => {};
    },
  });
  let isOver = false;
  void patience.wait(never).then((outcome) => {
    isOver = outcome === null;
  });
  return { pool, isOver: () => isOver };
}

test('a start waits until the threads have used a second of computing time', async () => {
  const { pool, isOver } = start();
  expect(pool.cpuMs).toBe(1_000);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(isOver()).toBe(false);
  pool.send();
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

test('a start waits up to a minute for a disk that does not answer', async () => {
  const { isOver } = start();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver()).toBe(true);
});
