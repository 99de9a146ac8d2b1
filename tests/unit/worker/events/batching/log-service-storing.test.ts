import { beforeEach, describe, expect, test } from 'vitest';
import { queueLimits } from '../../../../../shared/limits/queue-limits.ts';
import type { LossAccounting } from '../../../../../shared/rpc/loss-accounting.ts';
import type { LogEntry } from '../../../../../shared/telemetry/log-event.ts';
import { settlePromises } from '../../../fake-clock.ts';
import { sid } from '../make-events.ts';
import { quotaExceeded } from '../queue/make-durable-store.ts';
import { entries, scene, start, startScene } from './storing-scene.ts';

beforeEach(startScene);

function balance({ created, delivered, queued, dropped }: LossAccounting): number {
  return (
    created - delivered - queued - Object.values(dropped).reduce((sum, count) => sum + count, 0)
  );
}

describe('arrays that arrive while one is being stored', () => {
  let store1: () => void;
  beforeEach(async () => {
    scene.gates = [
      new Promise<void>((resolve) => {
        store1 = resolve;
      }),
    ];
    await start(scene.store);
  });

  test('are stored together, and each is acknowledged', async () => {
    const acknowledged = [
      scene.service.log(entries(1, 2)),
      scene.service.log(entries(3, 5)),
      scene.service.log(entries(6, 6)),
    ];
    await settlePromises();
    const late = scene.service.log(entries(7, 9));
    await settlePromises();
    expect(scene.records).toEqual([[1, 2, 3, 4, 5, 6]]);
    store1();
    await Promise.all(acknowledged);
    expect(scene.stored).toEqual([{ type: 'stored', ranges: [[1, 6]], isDurable: true }]);
    await late;
    expect(scene.records[1]).toEqual([7, 8, 9]);
    expect(scene.stored[1]).toEqual({ type: 'stored', ranges: [[7, 9]], isDurable: true });
  });

  test('make records of up to 100 events, and no array is split', async () => {
    const acknowledged = [scene.service.log(entries(1, 1))];
    await settlePromises();
    for (let from = 2; from < 200; from += 32)
      acknowledged.push(scene.service.log(entries(from, from + 31)));
    store1();
    await Promise.all(acknowledged);
    expect(scene.records.map((record) => record.length)).toEqual([1, 96, 96, 32]);
    expect(scene.records.flat()).toEqual(entries(1, 225).map(({ seq }) => seq));
    expect(scene.stored.map((item) => 'ranges' in item && item.ranges)).toEqual([
      [[1, 1]],
      [[2, 97]],
      [[98, 193]],
      [[194, 225]],
    ]);
  });

  test('may include one that fails: its caller gets the error, and the next is stored', async () => {
    void scene.service.log(entries(1, 1));
    await settlePromises();
    const broken = scene.service.log([null as unknown as LogEntry]);
    const failed = expect(broken).rejects.toThrow(TypeError);
    store1();
    await failed;
    await scene.service.log(entries(2, 3));
    expect(scene.stored.at(-1)).toEqual({ type: 'stored', ranges: [[2, 3]], isDurable: true });
    expect(await scene.service.flush()).toEqual({ delivered: 3, queued: 0 });
    expect(balance(scene.service.accounting())).toBe(0);
  });
});

test('a long array, as after a worker restart, is stored in records of up to 100 events', async () => {
  await start(scene.store);
  await scene.service.log(entries(1, 250));
  expect(scene.stored).toEqual([{ type: 'stored', ranges: [[1, 250]], isDurable: true }]);
  expect(scene.records.map((record) => record.length)).toEqual([100, 100, 50]);
  expect(await scene.service.flush()).toEqual({ delivered: 250, queued: 0 });
});

test('when memory is full the lowest tier is dropped first, and the equation holds at each step', async () => {
  await start(null);
  scene.outcome = {
    type: 'failed',
    reason: 'down',
    retryAfterMs: null,
    isUnreached: false,
    isDoubtful: true,
  };
  const text = 'x'.repeat(40_000);
  const perStep = 10;
  for (let step = 0; step < 20; step++) {
    const tier = step % 2 === 0 ? 300 : 100;
    await scene.service.log(
      entries(step * perStep + 1, (step + 1) * perStep, { tier, payload: { text } }),
    );
    await scene.service.flush();
    expect(balance(scene.service.accounting())).toBe(0);
  }
  const { created, queued, dropped } = scene.service.accounting();
  expect(created).toBe(200);
  expect(queued * text.length).toBeLessThan(queueLimits.memoryMaxChars + perStep * 50_000);
  expect(dropped.quota).toBe(200 - queued);
  expect(scene.lost.reduce((sum, { count }) => sum + count, 0)).toBe(dropped.quota);
  const reported = scene.news
    .filter((item) => item.type === 'dropped')
    .flatMap(({ ranges }) => ranges);
  // The even multiples of ten have the low tier.
  for (const [from, to] of reported)
    for (let seq = from; seq <= to; seq++) expect(Math.floor((seq - 1) / perStep) % 2).toBe(1);
  scene.outcome = { type: 'delivered', rejectedSeqs: [] };
  await scene.service.flush();
  expect(scene.service.accounting()).toMatchObject({ created: 200, delivered: queued, queued: 0 });
});

test('batches that are formed together are stored in steps of up to ten, in order', async () => {
  const { seal } = scene.store;
  const steps: number[][] = [];
  scene.store.seal = (drafts) => {
    steps.push(drafts.map(({ events }) => events.length));
    return seal(drafts);
  };
  await start(scene.store);
  await scene.service.log(entries(1, 1_250, { tier: 200 }));
  await scene.service.flush();
  expect(steps).toEqual([Array.from({ length: 10 }, () => 100), [100, 100, 50]]);
  expect(scene.service.accounting()).toMatchObject({ created: 1_250, delivered: 1_250, queued: 0 });
});

test('with a disk and memory that are full nothing is counted twice', async () => {
  scene.store.putArrival = quotaExceeded;
  scene.store.seal = quotaExceeded;
  let clears = 0;
  scene.store.removeExpired = async () =>
    clears++ === 0 ? [{ sid: `${sid}-gone`, seqs: [1, 2, 3], sendCount: 1 }] : [];
  await start(scene.store);
  scene.outcome = {
    type: 'failed',
    reason: 'down',
    retryAfterMs: null,
    isUnreached: true,
    isDoubtful: true,
  };
  for (let step = 0; step < 20; step++) {
    const payload = { text: 'x'.repeat(40_000) };
    await scene.service.log(entries(step * 10 + 1, step * 10 + 10, { payload }));
    expect(scene.stored.at(-1)).toMatchObject({ isDurable: false });
    await scene.service.flush();
    expect(balance(scene.service.accounting())).toBe(0);
  }
  expect(scene.lost[0]).toEqual({ reason: 'expired', count: 3, isOwn: false, sendCount: 1 });
  const { dropped } = scene.service.accounting();
  expect(dropped).toMatchObject({ expired: 0 });
  expect(scene.lost.slice(1).every(({ reason, isOwn }) => reason === 'quota' && isOwn)).toBe(true);
  expect(scene.lost.slice(1).reduce((sum, { count }) => sum + count, 0)).toBe(dropped.quota);
});
