import { beforeEach, describe, expect, test } from 'vitest';
import { queueLimits } from '../../../../../shared/limits/queue-limits.ts';
import { newRequest } from '../../../../../worker/events/queue/stored-rows.ts';
import { failed } from '../../../../../worker/events/sending/delivery.ts';
import { settlePromises } from '../../../fake-clock.ts';
import { makeEvents, sid } from '../make-events.ts';
import { quotaExceeded } from '../queue/make-durable-store.ts';
import { makeDraft } from '../queue/make-request.ts';
import { entries, scene, start, startScene } from './storing-scene.ts';

beforeEach(startScene);

describe('requests of a document that is gone', () => {
  const draft = makeDraft(makeEvents(3), { sid: `${sid}-gone`, timestamp: 1_000_000 });

  test('are reported as lost when the intake refuses them, but do not count for this document', async () => {
    await scene.store.seal([draft]);
    await start(scene.store);
    scene.outcome = { type: 'rejected', reason: '403' };
    await scene.clock.advanceAsync(60_000);
    expect(scene.lost).toEqual([{ reason: 'rejected', count: 3, isOwn: false, sendCount: 2 }]);
    expect(scene.news.filter((item) => 'ranges' in item)).toEqual([]);
    expect(scene.service.accounting()).toMatchObject({ created: 0, dropped: { rejected: 0 } });
  });

  test('are reported as lost only for the events that the intake refuses', async () => {
    await scene.store.seal([draft]);
    scene.outcome = { type: 'delivered', rejectedSeqs: [2] };
    await start(scene.store);
    await settlePromises();
    expect(scene.lost).toEqual([{ reason: 'rejected', count: 1, isOwn: false, sendCount: 1 }]);
    expect(scene.service.accounting()).toMatchObject({ created: 0, delivered: 0 });
  });

  test('are reported as lost, unsent, when they are older than 30 days', async () => {
    await scene.store.seal([{ ...draft, timestamp: scene.clock.now() - queueLimits.expiryMs - 1 }]);
    await start(scene.store);
    await settlePromises();
    expect(scene.lost).toEqual([{ reason: 'expired', count: 3, isOwn: false, sendCount: 1 }]);
  });
});

test('a request of this document that could not be recovered is still acknowledged on delivery', async () => {
  await scene.store.seal([makeDraft(makeEvents(2))]);
  scene.store.recover = quotaExceeded;
  await start(scene.store);
  await settlePromises();
  expect(scene.news).toEqual([{ type: 'delivered', ranges: [[1, 2]] }]);
  expect(scene.service.accounting()).toMatchObject({ created: 2, delivered: 2, queued: 0 });
});

test('a recovered request of this document is queued, and the page’s replay does not store its events again', async () => {
  scene.outcome = failed('offline');
  const row = newRequest(makeDraft(makeEvents(2), { timestamp: scene.clock.now() }));
  scene.store.recover = async () => ({ arrivals: [], requests: [{ ...row, id: 1 }] });
  scene.store.seqsOf = async () => [1, 2];
  await start(scene.store);
  expect(scene.service.accounting()).toMatchObject({ created: 2, queued: 2 });
  await scene.service.log(entries(1, 3));
  expect(scene.records).toEqual([[3]]);
  expect(scene.service.accounting()).toMatchObject({ created: 3, queued: 3 });
});

test('without a durable store there is no second recovery', async () => {
  await start(null);
  expect(scene.clock.timerCount).toBe(0);
  await scene.service.log(entries(1, 1));
  expect(scene.service.accounting()).toMatchObject({ created: 1, queued: 1 });
});
