import { afterEach, beforeEach, expect, test } from 'vitest';
import { queueLimits } from '../../../../../shared/limits/queue-limits.ts';
import type { Adoption } from '../../../../../worker/events/queue/queue-store.ts';
import { newSid, readStore, seqsFrom, withStore } from '../../../run-services.ts';
import { arrival, draft, endScene, scene, startScene } from './durable-store-scene.ts';

beforeEach(startScene);
afterEach(endScene);

function adoption(to: string, other: Partial<Adoption> = {}): Adoption {
  return {
    from: scene.sid,
    to,
    untilMs: Number.POSITIVE_INFINITY,
    nowMs: 0,
    maxCount: 50,
    ...other,
  };
}

test('a request that another document has adopted meanwhile is not taken back', async () => {
  const other = newSid();
  await scene.store.seal([draft(1, 1)]);
  const row = await scene.store.claim(scene.sid, 0);
  expect(await scene.store.adopt(adoption(other))).toEqual({ requestCount: 1, rowCount: 1 });
  if (row !== null) await scene.store.release(row, 0);
  expect(await scene.store.claim(scene.sid, 0)).toBeNull();
  expect(await scene.store.claim(other, 0)).toMatchObject({
    id: row?.id,
    owner: other,
    sid: scene.sid,
  });
});

test('a request that failed last stays last with its new owner', async () => {
  const other = newSid();
  for (const seq of [1, 2, 3]) await scene.store.seal([draft(seq, seq)]);
  const row = await scene.store.claim(scene.sid, 1);
  if (row !== null) await scene.store.release(row, 1);
  await scene.store.adopt(adoption(other, { nowMs: 9 }));
  const claims = [
    await scene.store.claim(other, 99),
    await scene.store.claim(other, 99),
    await scene.store.claim(other, 99),
  ];
  expect(claims.map((claim) => claim?.events[0]?.seq)).toEqual([2, 3, 1]);
});

test('a long backlog is adopted in pieces, and no event is in two', async () => {
  const other = newSid();
  for (const seq of [1, 2, 3]) await scene.store.seal([draft(seq, seq)]);
  for (const seq of [4, 5, 6]) await scene.store.putArrival(arrival(seq, seq));
  expect(await scene.store.adopt(adoption(other, { maxCount: 2 }))).toEqual({
    requestCount: 2,
    rowCount: 2,
  });
  // The arrivals of one piece become one batch.
  expect(await scene.store.adopt(adoption(other, { maxCount: 3 }))).toEqual({
    requestCount: 2,
    rowCount: 3,
  });
  expect(await scene.store.adopt(adoption(other, { maxCount: 3 }))).toEqual({
    requestCount: 1,
    rowCount: 1,
  });
  expect(await scene.store.owners()).toEqual([other]);
  expect(await readStore(scene.sid)).toEqual({ arrivals: [], requests: seqsFrom(1, 6) });
});

test('expired rows are removed and counted instead of adopted, whatever else they contain [spec-3.58, spec-9.24]', async () => {
  const other = newSid();
  const nowMs = 30 * 24 * 60 * 60_000 + 1;
  await scene.store.seal([draft(1, 1)]);
  await scene.store.seal([{ ...draft(2, 2), timestamp: 1 }]);
  await scene.store.putArrival(arrival(3, 3));
  await scene.store.putArrival(arrival(4, 4, 1));
  await withStore((db) =>
    db.put('requests', { owner: scene.sid, status: 'NEW', statusSinceMs: 0, timestamp: 0 }),
  );
  expect(await scene.store.adopt(adoption(other, { nowMs }))).toEqual({
    requestCount: 2,
    rowCount: 5,
  });
  expect(scene.removed).toEqual([['expired', 3]]);
  expect(await readStore(scene.sid)).toEqual({ arrivals: [], requests: [2, 4] });
});

test('a recently active document keeps all its rows', async () => {
  const nowMs = 200_000;
  const untilMs = nowMs - queueLimits.retryExpiryMs;
  for (const seq of [1, 2]) await scene.store.seal([draft(seq, seq)]);
  await scene.store.putArrival(arrival(3, 3));
  const row = await scene.store.claim(scene.sid, untilMs + 1);
  const other = newSid();
  const nothing = { requestCount: 0, rowCount: 0 };
  expect(await scene.store.adopt(adoption(other, { untilMs, nowMs }))).toEqual(nothing);
  if (row !== null) await scene.store.remove(row);
  await scene.store.putArrival(arrival(4, 4, untilMs + 1));
  expect(await scene.store.adopt(adoption(other, { untilMs, nowMs }))).toEqual(nothing);
  expect(
    await scene.store.adopt(adoption(other, { untilMs: untilMs + 1, nowMs: nowMs + 1 })),
  ).toMatchObject({
    rowCount: 3,
  });
});

test('rows from before the clock was set back count as abandoned, like old ones', async () => {
  await scene.store.seal([{ ...draft(1, 1), timestamp: queueLimits.expiryMs }]);
  await scene.store.putArrival(arrival(2, 2, queueLimits.expiryMs));
  const nowMs = 200_000;
  const untilMs = nowMs - queueLimits.retryExpiryMs;
  expect(await scene.store.adopt(adoption(newSid(), { untilMs, nowMs }))).toMatchObject({
    rowCount: 2,
  });
});

test('a document’s own requests and those in flight stay with it, even if they have expired', async () => {
  const owner = newSid();
  for (const seq of [1, 2, 3]) await scene.store.seal([{ ...draft(seq, seq), owner }]);
  await scene.store.seal([{ ...draft(4, 4), sid: owner, owner }]);
  await scene.store.seal([{ ...draft(5, 5), owner, timestamp: 1 }]);
  const nowMs = queueLimits.expiryMs + 1;
  expect(await scene.store.claim(owner, 0)).toMatchObject({ events: [{ seq: 1 }] });
  expect(await scene.store.removeExpired(owner, nowMs)).toEqual([
    { sid: scene.sid, seqs: [2], sendCount: 0 },
    { sid: scene.sid, seqs: [3], sendCount: 0 },
  ]);
  expect(await scene.store.removeExpired(owner, nowMs)).toEqual([]);
  expect((await readStore(scene.sid)).requests).toEqual([1, 5]);
  expect((await readStore(owner)).requests).toEqual([4]);
});
