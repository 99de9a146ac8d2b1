import { beforeEach, expect, test } from 'vitest';
import { queueLimits } from '../../../../../shared/limits/queue-limits.ts';
import { context, makeEntry, sid } from '../make-events.ts';
import { makeDurableStore, quotaExceeded } from '../queue/make-durable-store.ts';
import { scene, start, startScene } from './log-service-scene.ts';

beforeEach(startScene);

test('an event is sent only after it is stored', async () => {
  let finishStoring = () => {};
  const written = new Promise<void>((resolve) => {
    finishStoring = resolve;
  });
  const service = await start(makeDurableStore({ putArrival: () => written }));
  const acknowledged = service.log([makeEntry(1, { tier: 400 })]);
  await scene.clock.advanceAsync(60_000);
  expect(scene.sent).toEqual([]);
  finishStoring();
  await acknowledged;
  expect(scene.stored).toEqual([{ type: 'stored', ranges: [[1, 1]], isDurable: true }]);
  await scene.clock.advanceAsync(0);
  expect(scene.sent).toHaveLength(1);
});

test('with a full store events are kept in memory, not reported as durable, and delivered', async () => {
  const service = await start(makeDurableStore({ putArrival: quotaExceeded, seal: quotaExceeded }));
  await service.log([makeEntry(1), makeEntry(2)]);
  expect(scene.stored).toEqual([{ type: 'stored', ranges: [[1, 2]], isDurable: false }]);
  expect(service.accounting()).toMatchObject({ created: 2, queued: 2, dropped: { quota: 0 } });
  expect(await service.flush()).toEqual({ delivered: 2, queued: 0 });
});

test('once a full store has room again, stored events are reported as durable', async () => {
  const store = makeDurableStore();
  const service = await start(store);
  const { putArrival } = store;
  store.putArrival = quotaExceeded;
  await service.log([makeEntry(1)]);
  store.putArrival = putArrival;
  // Event 1 is only in memory, so nothing up to here is durable.
  await service.log([makeEntry(2)]);
  await service.flush();
  await service.log([makeEntry(3)]);
  expect(scene.stored).toMatchObject([
    { isDurable: false },
    { isDurable: false },
    { isDurable: true },
  ]);
});

test('events of the document’s previous worker are sent, and their replay is recognized', async () => {
  const arrival = {
    sid,
    lastSeq: 2,
    context,
    storedMs: 0,
    events: [{ seq: 2, tier: 300 as const, endpoint: 'log_event' as const, json: '{"seq":2}' }],
  };
  const durable = makeDurableStore({
    recover: async () => ({ arrivals: [arrival], requests: [] }),
  });
  await durable.putArrival(arrival);
  const service = await start(durable);
  await service.log([makeEntry(2), makeEntry(3, { tier: 300 })]);
  await scene.clock.advanceAsync(5_000);
  expect(scene.sent.flatMap((request) => request.events.map((event) => event.seq))).toEqual([2, 3]);
  expect(service.accounting()).toMatchObject({ created: 2, delivered: 2, queued: 0 });
});

test('a failed recovery is repeated, and events from in between are sent once', async () => {
  const rowOf = (seq: number) => ({
    sid,
    lastSeq: seq,
    context,
    storedMs: 0,
    events: [{ seq, tier: 300 as const, endpoint: 'log_event' as const, json: `{"seq":${seq}}` }],
  });
  let failuresLeft = 2;
  const durable = makeDurableStore({
    async recover() {
      if (failuresLeft-- > 0) throw new Error('the database did not answer');
      return { arrivals: [rowOf(1), rowOf(2)], requests: [] };
    },
  });
  await durable.putArrival(rowOf(1));
  await durable.putArrival(rowOf(2));
  const service = await start(durable);
  await service.log([makeEntry(2, { tier: 300 })]);
  await scene.clock.advanceAsync(queueLimits.retryDelayMs);
  expect(service.accounting()).toMatchObject({ created: 1 });
  await scene.clock.advanceAsync(60_000);
  expect(scene.sent.flatMap((request) => request.events.map((event) => event.seq))).toEqual([2, 1]);
  expect(service.accounting()).toMatchObject({ created: 2, delivered: 2, queued: 0 });
  expect(scene.clock.timerCount).toBe(0);
});

test('a recovery that always fails is not repeated after the end', async () => {
  const service = await start(
    makeDurableStore({ recover: () => Promise.reject(new Error('broken')) }),
  );
  await scene.clock.advanceAsync(queueLimits.retryDelayMs);
  await service.stop();
  expect(scene.clock.timerCount).toBe(0);
});
