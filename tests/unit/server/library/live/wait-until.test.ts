import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitUntil } from '../../../../../server/library/live/wait-until.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function wait(afterMs: number, now: () => number = Date.now) {
  const client = new AbortController();
  const outcome = waitUntil(now() + afterMs, { now, limitMs: 6_000, signal: client.signal });
  return { client, outcome };
}

test('a wait ends at its time, not later', async () => {
  const { outcome } = wait(500);
  await vi.advanceTimersByTimeAsync(499);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe('ready');
  expect(vi.getTimerCount()).toBe(0);
});

test('a client that leaves ends its wait without leaving a timer', async () => {
  const { client, outcome } = wait(500);
  expect(vi.getTimerCount()).toBe(1);
  client.abort();
  expect(vi.getTimerCount()).toBe(0);
  expect(await outcome).toBe('gone');
});

test('a clock that stands still or was set back cannot extend the wait beyond the limit', async () => {
  const { outcome } = wait(500, () => 0);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await outcome).toBe('too_late');
  expect(vi.getTimerCount()).toBe(0);
});
