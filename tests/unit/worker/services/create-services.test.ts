import { beforeEach, expect, test, vi } from 'vitest';
import { newsLimits } from '../../../../shared/limits/news-limits.ts';
import { queueLimits } from '../../../../shared/limits/queue-limits.ts';
import { untilPasses } from '../../../support/until.ts';
import { makeEntry } from '../events/make-events.ts';
import {
  config,
  create,
  denied,
  logPath,
  makePlatform,
  scene,
  startScene,
  taken,
} from './services-scene.ts';

beforeEach(startScene);

test('a database that never opens is replaced by a memory queue after 3 s, and events are accepted', async () => {
  const services = create(makePlatform({ openDatabase: () => new Promise(() => {}) }));
  const started = services.start(config);
  services.log([makeEntry(1)]);
  await scene.clock.advanceAsync(queueLimits.openDeadlineMs);
  expect(await started).toEqual({
    ok: true,
    value: {
      consent: 'granted',
      queue: 'memory',
      queueDenied: {
        code: 'UNSUPPORTED',
        message: 'Error: the database did not open within 3000 ms',
      },
    },
  });
  await scene.clock.advanceAsync(newsLimits.collectMs);
  expect(scene.news.filter(({ type }) => type === 'stored')).toEqual([
    { type: 'stored', ranges: [[1, 1]], isDurable: false },
  ]);
  await services.dispose();
  expect(scene.clock.timerCount).toBe(0);
});

test('with telemetry off nothing is opened, fetched, locked, timed or listened to, and the API still works', async () => {
  const openDatabase = vi.fn(denied);
  const request = vi.fn();
  const onNetworkHint = vi.fn();
  const services = create(
    makePlatform({ openDatabase, onNetworkHint, locks: { request } as unknown as LockManager }),
  );
  expect(await services.start({ ...config, isTelemetryOn: false })).toEqual({
    ok: true,
    value: { consent: 'granted', queue: 'off', queueDenied: null },
  });
  await services.notice({ type: 'visibility', state: 'hidden' });
  await services.notice({ type: 'beaconed', ranges: [[1, 2]] });
  services.log([makeEntry(1)]);
  await scene.clock.advanceAsync(3_600_000);
  expect(scene.clock.timerCount).toBe(0);
  expect(scene.requests).toEqual([]);
  for (const spy of [openDatabase, request, onNetworkHint]) expect(spy).not.toHaveBeenCalled();
  await services.getVideo('offstage001');
  expect(scene.requests).toEqual(['POST /youtubei/v1/player']);
  await services.dispose();
});

test('a provider log that hangs does not delay the flush of events', async () => {
  scene.answers = { '/log': () => new Promise(() => {}), [logPath]: taken };
  const services = create(makePlatform());
  // This document is in the storage sample.
  await services.start({ ...config, sid: '0'.repeat(32) });
  services.log([makeEntry(1)]);
  expect(await services.flush()).toEqual({ ok: true, value: { delivered: 1, queued: 0 } });
  await untilPasses(() => expect(scene.requests).toContain('POST /log'));
  await services.dispose();
});

test('lost events are reported to the provider with the reason and whether they were its own', async () => {
  const sent: { kind: string }[] = [];
  scene.answers = { [logPath]: taken };
  const platform = makePlatform();
  const services = create({
    ...platform,
    fetch(input, init) {
      if (String(input).endsWith('/log')) sent.push(...JSON.parse(String(init?.body)).entries);
      return platform.fetch(input, init);
    },
  });
  await services.start(config);
  services.log([makeEntry(1, { payload: { big: 1n } }), makeEntry(2)]);
  await scene.clock.advanceAsync(10_000);
  expect(sent.filter(({ kind }) => kind === 'events_lost')).toMatchObject([
    { kind: 'events_lost', fields: { reason: 'not_json', count: 1, isOwn: true } },
  ]);
  await services.dispose();
});

test.each([
  ['0'.repeat(32), ['storage_opened', 'storage_failed', 'data_store_failed']],
  ['f'.repeat(32), []],
])(
  'document %s reports %j about its storage in each life of its services [spec-9.21]',
  async (itsSid, kinds) => {
    scene.answers = { '/log': taken };
    for (let life = 0; life < 3; life++) {
      scene.news = [];
      const services = create(makePlatform());
      await services.start({ ...config, sid: itsSid });
      // The viewer’s choices have no database either.
      await services.reportDevice({ chosen: { volume: 50 } });
      await scene.clock.advanceAsync(10_000);
      const reported = scene.news.flatMap((each) =>
        each.type === 'provider_log' ? each.entries : [],
      );
      expect(
        reported.map(({ kind }) => kind).filter((kind) => /^(storage|data_store)_/.test(kind)),
      ).toEqual(kinds);
      await services.dispose();
    }
  },
);
