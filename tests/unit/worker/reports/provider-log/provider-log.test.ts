import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { providerLogBatchSchema } from '../../../../../shared/telemetry/provider-log.ts';
import type { Reply } from '../../../../../worker/events/sending/post-text.ts';
import { settlePromises } from '../../../fake-clock.ts';
import { context, sid } from '../../events/make-events.ts';
import { down, numbers, scene, startScene, taken } from './provider-log-scene.ts';

beforeEach(startScene);
const times = () => scene.posts.map(({ atMs }) => atMs);

test('without entries there is no timer and no request', async () => {
  await scene.log.flush();
  expect(scene.clock.timerCount).toBe(0);
  expect(scene.posts).toEqual([]);
});

test('entries are sent together 10 s after the first of them [spec-7.17]', async () => {
  scene.log.log('opened', { kind: 'memory' });
  await scene.clock.advanceAsync(9_999);
  scene.log.log('failed', { code: 7, isOwn: true, message: null });
  expect(scene.posts).toEqual([]);
  await scene.clock.advanceAsync(1);
  expect(scene.posts[0]?.path).toBe('https://logs.example/batch');
  expect(scene.posts[0]?.batch).toEqual({
    context,
    sid,
    requestTimeMs: scene.startMs + 10_000,
    droppedCount: 0,
    entries: [
      { n: scene.startMs + 1, timeMs: scene.startMs, kind: 'opened', fields: { kind: 'memory' } },
      {
        n: scene.startMs + 2,
        timeMs: scene.startMs + 9_999,
        kind: 'failed',
        fields: { code: 7, isOwn: true, message: null },
      },
    ],
  });
  expect(z.safeParse(providerLogBatchSchema, scene.posts[0]?.batch).success).toBe(true);
  expect(scene.clock.timerCount).toBe(0);
});

test('while sending fails the interval doubles from 10 s up to 5 min; a success resets it to 10 s [spec-9.11, spec-9.40, spec-9.41]', async () => {
  scene.replies = [...Array(7).fill(down), taken, down];
  scene.log.log('first', {});
  await scene.clock.advanceAsync(10_000_000);
  scene.log.log('second', {});
  await scene.clock.advanceAsync(10_000_000);
  const waits = times().map((time, i, all) => time - (all[i - 1] ?? 0));
  expect(waits.slice(0, 8)).toEqual([10, 20, 40, 80, 160, 300, 300, 300].map((sec) => sec * 1_000));
  expect(times().slice(8)).toEqual([10_010_000, 10_030_000]);
  expect(numbers()).toEqual([...Array(8).fill([1]), [2], [2]]);
  expect(scene.clock.timerCount).toBe(0);
});

test.each([
  ['the network fails', new TypeError('Failed to fetch')],
  ['a captive portal answers', { ...taken, text: '<html>log in</html>' }],
  ['there are too many requests', { ...down, status: 429 }],
  ['the request times out', { ...down, status: 408 }],
])('when %s the entries are sent again', async (_, reply) => {
  scene.replies = [reply];
  scene.log.log('first', {});
  await scene.clock.advanceAsync(30_000);
  expect(numbers()).toEqual([[1], [1]]);
});

test.each([400, 403, 404, 413])(
  'entries refused with %i are not repeated, and later ones are sent on time',
  async (status) => {
    scene.replies = [{ ...down, status }];
    scene.log.log('first', {});
    await scene.clock.advanceAsync(60_000);
    scene.log.log('second', {});
    await scene.clock.advanceAsync(10_000);
    expect(numbers()).toEqual([[1], [2]]);
    expect(times()).toEqual([10_000, 70_000]);
  },
);

test('when more than 1,000 entries wait the oldest are dropped, and each batch carries the count of dropped ones [spec-9.10]', async () => {
  scene.replies = [down];
  for (let n = 1; n <= 1_003; n++) scene.log.log('many', {});
  await scene.clock.advanceAsync(10_000);
  expect(scene.posts[0]?.batch.droppedCount).toBe(3);
  expect(scene.posts[0]?.batch.entries).toHaveLength(1_000);
  expect(scene.posts[0]?.batch.entries[0]?.n).toBe(scene.startMs + 4);
  // The failed entries are back in the queue, which is full, so each new entry drops an old one.
  scene.log.log('late', {});
  scene.log.log('late', {});
  await scene.clock.advanceAsync(20_000);
  expect(scene.posts[1]?.batch).toMatchObject({ droppedCount: 5 });
  expect(scene.posts[1]?.batch.entries.map((entry) => entry.n)).toEqual(
    Array.from({ length: 1_000 }, (_, i) => scene.startMs + i + 6),
  );
  scene.log.log('later', {});
  await scene.clock.advanceAsync(10_000);
  expect(scene.posts[2]?.batch).toMatchObject({
    droppedCount: 5,
    entries: [{ n: scene.startMs + 1_006 }],
  });
});

describe('while a request is under way', () => {
  let answer: (reply: Reply) => void;
  beforeEach(() => {
    scene.replies = [
      new Promise((resolve) => {
        answer = resolve;
      }),
    ];
  });

  test('new entries wait, without a second request at the same time', async () => {
    scene.log.log('first', {});
    await scene.clock.advanceAsync(10_000);
    scene.log.log('second', {});
    await scene.clock.advanceAsync(60_000);
    expect(numbers()).toEqual([[1]]);
    answer(taken);
    await scene.clock.advanceAsync(9_999);
    expect(numbers()).toEqual([[1]]);
    await scene.clock.advanceAsync(1);
    expect(numbers()).toEqual([[1], [2]]);
  });

  test('whose failure returns its entries, they precede the new ones in the next request', async () => {
    scene.log.log('first', {});
    await scene.clock.advanceAsync(10_000);
    scene.log.log('second', {});
    answer(down);
    await scene.clock.advanceAsync(20_000);
    expect(numbers()).toEqual([[1], [1, 2]]);
  });

  test('a flush sends the entries logged since, and resolves when they have arrived', async () => {
    scene.log.log('first', {});
    const first = scene.log.flush();
    scene.log.log('second', {});
    let isFlushed = false;
    const second = scene.log.flush().then(() => {
      isFlushed = true;
    });
    await settlePromises();
    expect(isFlushed).toBe(false);
    answer(taken);
    await Promise.all([first, second]);
    expect(numbers()).toEqual([[1], [2]]);
    expect(scene.clock.timerCount).toBe(0);
  });

  test('stopping sets no timer', async () => {
    scene.log.log('first', {});
    void scene.log.flush();
    scene.log.stop();
    answer(down);
    await settlePromises();
    scene.log.log('late', {});
    await scene.clock.advanceAsync(600_000);
    expect(scene.posts).toHaveLength(1);
    expect(scene.clock.timerCount).toBe(0);
  });
});

test('a flush sends at once, resolves even when it fails, and does not retry', async () => {
  scene.replies = [down];
  scene.log.log('first', {});
  await scene.log.flush();
  expect(times()).toEqual([0]);
  await scene.clock.advanceAsync(19_999);
  expect(scene.posts).toHaveLength(1);
  await scene.clock.advanceAsync(1);
  expect(numbers()).toEqual([[1], [1]]);
});
