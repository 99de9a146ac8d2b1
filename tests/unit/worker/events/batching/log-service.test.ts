import { beforeEach, expect, test } from 'vitest';
import { logLimits } from '../../../../../shared/limits/log-limits.ts';
import { settlePromises } from '../../../fake-clock.ts';
import { makeEntry } from '../make-events.ts';
import { scene, start, startScene } from './log-service-scene.ts';

beforeEach(startScene);

test('the equation holds at every step of failing, retrying and delivering', async () => {
  const service = await start();
  scene.outcome = {
    type: 'failed',
    reason: 'down',
    retryAfterMs: null,
    isUnreached: false,
    isDoubtful: true,
  };
  await service.log([makeEntry(1), makeEntry(2, { payload: { big: 1n } }), makeEntry(3)]);
  expect(service.accounting()).toMatchObject({
    created: 3,
    delivered: 0,
    queued: 2,
    dropped: { not_json: 1 },
  });
  expect(await service.flush()).toEqual({ delivered: 0, queued: 2 });
  scene.outcome = { type: 'delivered', rejectedSeqs: [] };
  await scene.clock.advanceAsync(5_000);
  expect(service.accounting()).toMatchObject({
    created: 3,
    delivered: 2,
    queued: 0,
    dropped: { not_json: 1 },
  });
  expect(scene.news.at(-1)).toEqual({
    type: 'delivered',
    ranges: [
      [1, 1],
      [3, 3],
    ],
  });
});

test('events are reported as waiting until all are delivered or dropped', async () => {
  const service = await start();
  expect(scene.queued.at(-1)).toBe(false);
  scene.outcome = {
    type: 'failed',
    reason: 'down',
    retryAfterMs: null,
    isUnreached: false,
    isDoubtful: true,
  };
  await service.log([makeEntry(1)]);
  await service.flush();
  await scene.clock.advanceAsync(120_000);
  expect(scene.queued.at(-1)).toBe(true);
  scene.outcome = { type: 'delivered', rejectedSeqs: [] };
  await scene.clock.advanceAsync(60_000);
  expect(scene.queued.at(-1)).toBe(false);

  scene.outcome = { type: 'rejected', reason: '403' };
  await service.log([makeEntry(2)]);
  expect(scene.queued.at(-1)).toBe(true);
  await service.flush();
  await scene.clock.advanceAsync(60_000);
  expect(scene.queued.at(-1)).toBe(false);
});

test('events that other documents left are reported as waiting too', async () => {
  const service = await start();
  service.sendAdopted();
  expect(scene.queued.at(-1)).toBe(true);
  await scene.clock.advanceAsync(0);
  expect(scene.queued.at(-1)).toBe(false);
});

test('events that the intake rejects in an accepted batch are dropped, and the others are delivered', async () => {
  const service = await start();
  scene.outcome = { type: 'delivered', rejectedSeqs: [2, 4] };
  await service.log([1, 2, 3, 4, 5].map((seq) => makeEntry(seq)));
  expect(await service.flush()).toEqual({ delivered: 3, queued: 0 });
  expect(service.accounting()).toMatchObject({
    created: 5,
    delivered: 3,
    queued: 0,
    dropped: { rejected: 2 },
  });
  expect(scene.news.filter(({ type }) => type === 'dropped')).toMatchObject([
    {
      reason: 'rejected',
      ranges: [
        [2, 2],
        [4, 4],
      ],
    },
  ]);
  expect(scene.news.filter(({ type }) => type === 'delivered')).toMatchObject([
    {
      ranges: [
        [1, 1],
        [3, 3],
        [5, 5],
      ],
    },
  ]);
});

test('stopping leaves no timer', async () => {
  const service = await start();
  await service.log([makeEntry(1), makeEntry(2, { tier: 300 })]);
  void service.log([makeEntry(3)]);
  await service.stop();
  await settlePromises();
  expect(scene.clock.timerCount).toBe(0);
});

test('deliveries are reported at once while the queue is larger than the page’s copy', async () => {
  const service = await start();
  await service.log(
    Array.from({ length: logLimits.keptDurableCount + 150 }, (_, i) => makeEntry(i + 1)),
  );
  await service.flush();
  const deliveries = scene.urgent.filter((type) => type.startsWith('delivered'));
  expect(deliveries.slice(0, 3)).toEqual(['delivered', 'delivered', 'delivered later']);
  expect(deliveries).toHaveLength(12);
});
