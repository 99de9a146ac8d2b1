import { beforeEach, describe, expect, test } from 'vitest';
import { queueLimits } from '../../../../../shared/limits/queue-limits.ts';
import type { LogTier } from '../../../../../shared/telemetry/log-event.ts';
import type { LogQueue } from '../../../../../worker/events/queue/log-queue.ts';
import type { DurableStore, LostRow } from '../../../../../worker/events/queue/queue-store.ts';
import { createFakeClock } from '../../../fake-clock.ts';
import { makeEvent, sid } from '../make-events.ts';
import { makeDurableStore, quotaExceeded } from './make-durable-store.ts';
import { makeLogQueue } from './make-log-queue.ts';

let durable: DurableStore;
let queue: LogQueue;
let dropped: [reason: string, rows: readonly LostRow[]][];
let errors: string[];

beforeEach(() => {
  durable = makeDurableStore();
  dropped = [];
  errors = [];
  queue = makeLogQueue({
    clock: createFakeClock(),
    durable,
    onDropped: (rows, reason) => dropped.push([reason, rows]),
    onStoreError: (code) => errors.push(code),
  });
});

const form = (seq: number, chars = 10, tier: LogTier = 100) =>
  queue.seal([
    {
      reason: 'debounce',
      endpoint: 'log_event',
      events: [makeEvent(seq, { tier, json: 'x'.repeat(chars) })],
    },
  ]);
const arrive = (seq: number, chars = 10, tier: LogTier = 100) =>
  queue.append([makeEvent(seq, { tier, json: 'x'.repeat(chars) })]);

async function claimAll(): Promise<number[]> {
  const seqs: number[] = [];
  for (;;) {
    const claimed = await queue.claim();
    if (!claimed.ok || claimed.value === null) return seqs;
    seqs.push(...claimed.value.request.events.map((event) => event.seq));
  }
}

test('a released request goes to the end of the line, behind those of the other store', async () => {
  await form(1);
  durable.seal = quotaExceeded;
  await form(2);
  const order: (number | undefined)[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const claimed = await queue.claim();
    if (!claimed.ok || claimed.value === null) throw new Error('nothing to claim');
    order.push(claimed.value.request.events[0]?.seq);
    expect(await claimed.value.release({})).toBe(true);
  }
  expect(order).toEqual([1, 2, 1, 2]);
});

describe('a full store', () => {
  const gone = { sid: `${sid}-gone`, seqs: [7, 8], sendCount: 1 };

  test.each(['putArrival', 'seal'] as const)(
    'makes room for %s by removing other documents’ expired rows, and then stores it [spec-8.17]',
    async (name) => {
      const works = durable[name];
      const clears: [owner: string, nowMs: number][] = [];
      durable[name] = quotaExceeded;
      durable.removeExpired = async (owner, nowMs) => {
        clears.push([owner, nowMs]);
        Object.assign(durable, { [name]: works });
        return [gone];
      };
      await (name === 'seal' ? form(1) : arrive(1));
      expect(clears).toEqual([[sid, 1_000_000]]);
      expect(dropped).toEqual([['expired', [gone]]]);
      expect(errors).toEqual(['QUOTA_EXCEEDED']);
      expect(queue.isDurable()).toBe(true);
    },
  );

  test('that stays full leaves the event in memory, and removes rows only once', async () => {
    let clears = 0;
    durable.putArrival = quotaExceeded;
    durable.removeExpired = async () => (clears++ === 0 ? [gone] : []);
    await arrive(1);
    await arrive(2);
    expect(clears).toBe(2);
    expect(dropped).toEqual([['expired', [gone]]]);
    expect(queue.isDurable()).toBe(false);
    await form(1);
    await form(2);
    expect(queue.isDurable()).toBe(true);
    expect(await claimAll()).toEqual([1, 2]);
  });

  test('that cannot remove rows loses and counts nothing', async () => {
    durable.putArrival = quotaExceeded;
    durable.removeExpired = quotaExceeded;
    await arrive(1);
    expect(dropped).toEqual([]);
    expect(queue.isDurable()).toBe(false);
  });

  test('is the only error that removes rows; after any other the event stays in memory', async () => {
    durable.putArrival = () => Promise.reject(new DOMException('gone', 'InvalidStateError'));
    durable.removeExpired = () => expect.unreachable();
    await arrive(1);
    expect(errors).toEqual(['CLOSED_DATABASE']);
    expect(queue.isDurable()).toBe(false);
  });
});

test('cleaning the storage removes expired requests and counts their events', async () => {
  const gone = { sid: `${sid}-gone`, seqs: [7, 8], sendCount: 1 };
  durable.removeExpired = async () => [gone, gone];
  expect(await queue.dropExpired()).toBe(4);
  expect(dropped).toEqual([['expired', [gone, gone]]]);
  durable.removeExpired = quotaExceeded;
  expect(await queue.dropExpired()).toBe(0);
  expect(dropped).toHaveLength(1);
});

describe('a full memory', () => {
  const half = queueLimits.memoryMaxChars / 2;
  beforeEach(() => {
    durable.putArrival = quotaExceeded;
    durable.seal = quotaExceeded;
  });

  test('drops the oldest events of the lowest tier, each once, and nothing in flight', async () => {
    for (const [seq, tier] of [
      [1, 300],
      [2, 100],
    ] as const) {
      await arrive(seq, half, tier);
      await form(seq, half, tier);
    }
    expect(dropped).toEqual([]);
    await arrive(3, half, 100);
    expect(dropped).toEqual([['quota', [{ sid, seqs: [2], sendCount: 0 }]]]);
    await form(3, half, 100);
    const claimed = await queue.claim();
    expect(claimed).toMatchObject({ ok: true, value: { request: { events: [{ seq: 1 }] } } });
    await arrive(4, half, 100);
    expect(dropped.slice(1)).toEqual([['quota', [{ sid, seqs: [3], sendCount: 0 }]]]);
    await arrive(5, half, 100);
    expect(dropped).toHaveLength(2);
  });

  test('loses no later event: they become durable once the store works', async () => {
    await arrive(1, half);
    await form(1, half);
    await arrive(2, half + 1);
    expect(dropped).toEqual([['quota', [{ sid, seqs: [1], sendCount: 0 }]]]);
    durable.seal = makeDurableStore().seal;
    await form(2, half + 1);
    expect(queue.isDurable()).toBe(true);
  });

  test('loses nothing that the durable store still has', async () => {
    durable.putArrival = makeDurableStore().putArrival;
    await arrive(1, half);
    // Only forming the request fails, so its events stay in the durable store.
    await form(1, half);
    durable.putArrival = quotaExceeded;
    await arrive(2, half + 1);
    expect(dropped).toEqual([]);
  });
});
