import { beforeEach, describe, expect, test } from 'vitest';
import { cmcdLimits } from '../../../../../shared/limits/cmcd-limits.ts';
import {
  type CmcdSender,
  createCmcdSender,
} from '../../../../../worker/reports/cmcd/cmcd-sender.ts';
import { createFakeClock, type FakeClock } from '../../../fake-clock.ts';

describe('the CMCD sender', () => {
  let clock: FakeClock;
  let posts: { atMs: number; url: string; init: RequestInit | undefined }[];
  let statuses: number[];
  let lost: [string, number][];
  let sender: CmcdSender;
  let startMs: number;

  beforeEach(() => {
    clock = createFakeClock();
    startMs = clock.now();
    posts = [];
    statuses = [];
    lost = [];
    sender = createCmcdSender({
      async fetch(url, init) {
        posts.push({ atMs: clock.now() - startMs, url: String(url), init });
        const status = statuses.shift() ?? 204;
        if (status === 0) throw new TypeError('Failed to fetch');
        return new Response(null, { status });
      },
      timeoutSignal: () => new AbortController().signal,
      clock,
      onLost: (reason, count) => lost.push([reason, count]),
    });
  });
  const add = (...lines: string[]) => {
    for (const line of lines) sender.add('https://c.example/', line);
  };

  test('sends reports together, one a line, as application/cmcd and without credentials', async () => {
    add('a', 'b');
    await clock.advanceAsync(cmcdLimits.batchMs);
    expect(posts).toHaveLength(1);
    expect(posts[0]?.init).toMatchObject({
      method: 'POST',
      headers: { 'Content-Type': 'application/cmcd' },
      body: 'a\nb',
      credentials: 'omit',
    });
    expect(clock.timerCount).toBe(0);
  });

  test('sends a batch that fills up during another request right after it', async () => {
    add('first');
    sender.flush();
    add(...Array.from({ length: cmcdLimits.batchCount }, (_, n) => String(n)));
    await clock.advanceAsync(0);
    const sizes = posts.map(({ init }) => String(init?.body).split('\n').length);
    expect(sizes).toEqual([1, cmcdLimits.batchCount]);
  });

  test('retries a failing collector in order with doubling pauses, and drops and counts the oldest reports', async () => {
    statuses = [503, 0, 429];
    add('a');
    await clock.advanceAsync(100_000);
    expect(posts.map(({ atMs }) => atMs)).toEqual([5_000, 10_000, 20_000, 40_000]);
    statuses = Array(100).fill(500);
    for (let n = 0; n < cmcdLimits.keptCount + 1; n++) add(String(n));
    await clock.advanceAsync(10_000);
    expect(lost).toEqual([['overflow', 1]]);
  });

  test('does not repeat refused reports, and stops when the collector is gone', async () => {
    statuses = [400, 410];
    add('a');
    await clock.advanceAsync(5_000);
    add('b');
    await clock.advanceAsync(5_000);
    add('c');
    await clock.advanceAsync(600_000);
    expect(posts.map(({ init }) => init?.body)).toEqual(['a', 'b']);
    expect(lost).toEqual([
      ['refused', 1],
      ['refused', 1],
    ]);
    expect(clock.timerCount).toBe(0);
  });

  test('flushes at once', async () => {
    add('a');
    sender.flush();
    expect(posts).toHaveLength(1);
    sender.stop();
    add('b');
    await clock.advanceAsync(600_000);
    expect(posts).toHaveLength(1);
  });
});
