import { beforeEach, expect, test, vi } from 'vitest';
import {
  connectivityLimits,
  newsLimits,
  queueLimits,
} from '../../../../shared/limits/services-limits.ts';
import type { News } from '../../../../shared/rpc/news.ts';
import type { ServicesAtWork, ServicesConfig } from '../../../../shared/rpc/rpc.ts';
import type { LogEntry } from '../../../../shared/telemetry/log-event.ts';
import { createServicesOn } from '../../../../worker/services/create-services.ts';
import { type Platform, readPlatform } from '../../../../worker/services/platform.ts';
import { createFakeClock, type FakeClock, settlePromises } from '../../fake-clock.ts';
import { context, makeEntry, sid } from '../events/make-events.ts';

const config: ServicesConfig = {
  sid,
  origin: 'https://embed.example',
  context,
  isTelemetryOn: true,
  consent: 'granted',
  isPrivate: false,
  api: { isVisitorIdFetchDisabled: true },
};
const denied = () => Promise.reject(new DOMException('denied', 'SecurityError'));

let clock: FakeClock;
/** The news of the services, in order. */
let news: News[];
/** The method and path of each request. */
let requests: string[];
/** The reply of each path; 204 and an empty body when missing. */
let answers: Record<string, () => Response | Promise<Response>>;

beforeEach(() => {
  clock = createFakeClock();
  news = [];
  requests = [];
  answers = {};
});

/** The real services with a fake network, database and clock. */
function makePlatform(platform: Partial<Platform> = {}): Platform {
  return {
    ...readPlatform(),
    clock,
    async fetch(input, init) {
      const { pathname } = new URL(String(input));
      requests.push(`${init?.method ?? 'GET'} ${pathname}`);
      return answers[pathname]?.() ?? new Response(null, { status: 204 });
    },
    random: () => 0.5,
    openDatabase: denied,
    locks: null,
    onNetworkHint: () => {},
    ...platform,
  };
}

/** Events in the form that the page sends to the services. */
function create(
  platform: Platform,
): ServicesAtWork['services'] & { log(entries: LogEntry[]): void } {
  const { services, take } = createServicesOn(platform, (told) => news.push(...told));
  return { ...services, log: take };
}

const logPath = '/youtubei/v1/log_event';
const taken = () => new Response('{"accepted":1,"duplicates":0,"rejected":0}');
const unreached = () => Promise.reject(new TypeError('Failed to fetch'));

test('a database that never opens is replaced by a memory queue after 3 s, and events are accepted', async () => {
  const services = create(makePlatform({ openDatabase: () => new Promise(() => {}) }));
  const started = services.start(config);
  services.log([makeEntry(1)]);
  await clock.advanceAsync(queueLimits.openDeadlineMs);
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
  await clock.advanceAsync(newsLimits.collectMs);
  expect(news.filter(({ type }) => type === 'stored')).toEqual([
    { type: 'stored', ranges: [[1, 1]], isDurable: false },
  ]);
  await services.dispose();
  expect(clock.timerCount).toBe(0);
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
  await clock.advanceAsync(3_600_000);
  expect(clock.timerCount).toBe(0);
  expect(requests).toEqual([]);
  for (const spy of [openDatabase, request, onNetworkHint]) expect(spy).not.toHaveBeenCalled();
  await services.getVideo('offstage001');
  expect(requests).toEqual(['POST /youtubei/v1/player']);
  await services.dispose();
});

test('while a video plays API replies prove the connection, and without any it is checked after 30 s', async () => {
  const json = () => new Response('{}', { headers: { 'content-type': 'application/json' } });
  // The provider log reports the empty reply; its request fails.
  answers = { '/youtubei/v1/player': json, '/log': unreached };
  const proofs = () => requests.filter((request) => request !== 'POST /log');
  const services = create(makePlatform());
  await services.start(config);
  await clock.advanceAsync(3_600_000);
  expect(proofs()).toEqual([]);
  await services.notice({ type: 'playing', isPlaying: true });
  await clock.advanceAsync(20_000);
  await services.getVideo('offstage001');
  await clock.advanceAsync(29_999);
  expect(proofs()).toEqual(['POST /youtubei/v1/player']);
  await clock.advanceAsync(1);
  expect(proofs()).toEqual(['POST /youtubei/v1/player', 'HEAD /generate_204']);
  await services.notice({ type: 'playing', isPlaying: false });
  await clock.advanceAsync(3_600_000);
  expect(proofs()).toHaveLength(2);
  await services.dispose();
  expect(clock.timerCount).toBe(0);
});

test('services that start while a video plays check the connection too', async () => {
  const services = create(makePlatform());
  // The provider log’s own report on the missing visitor id proves nothing here.
  answers = { '/log': () => new Promise(() => {}) };
  await services.start({ ...config, consent: 'pending' });
  await services.notice({ type: 'playing', isPlaying: true });
  await clock.advanceAsync(60_000);
  expect(requests).toEqual([]);
  await services.setConsent('granted');
  await clock.advanceAsync(30_000);
  expect(requests).toEqual(['POST /log', 'HEAD /generate_204']);
  await services.dispose();
});

test('when a check finds the connection again the queue is sent at once, without waiting for its pause', async () => {
  answers = { '/generate_204': unreached, [logPath]: unreached };
  const services = create(makePlatform({ random: () => 1 }));
  await services.start(config);
  services.log([makeEntry(1, { tier: 400 })]);
  // Long enough for pauses of one minute.
  await clock.advanceAsync(600_000);
  expect(news).toContainEqual({ type: 'connectivity', isOnline: false });
  answers = { [logPath]: taken };
  await clock.advanceAsync(connectivityLimits.checkEveryMs);
  expect(news.slice(-3)).toMatchObject([
    { type: 'connectivity', isOnline: true },
    { type: 'sending', state: 'ok' },
    { type: 'delivered', ranges: [[1, 1]] },
  ]);
  await services.dispose();
  expect(clock.timerCount).toBe(0);
});

test('the browser’s network event starts a check, and only a successful check sends the queue', async () => {
  let hint = () => {};
  answers = { '/generate_204': unreached, [logPath]: unreached };
  const onNetworkHint = (listener: () => void) => {
    hint = listener;
  };
  const services = create(makePlatform({ onNetworkHint }));
  await services.start(config);
  services.log([makeEntry(1, { tier: 400 })]);
  await clock.advanceAsync(0);
  requests = [];
  hint();
  await settlePromises();
  expect(requests).toEqual(['HEAD /generate_204']);
  answers = { [logPath]: taken };
  hint();
  await settlePromises();
  expect(requests).toEqual(['HEAD /generate_204', 'HEAD /generate_204', `POST ${logPath}`]);
  await services.dispose();
});

test('a page without anything to send makes no checks, visible or hidden', async () => {
  // Entries about the services themselves.
  answers = { '/log': taken };
  const services = create(makePlatform());
  await services.start(config);
  await clock.advanceAsync(60_000);
  requests = [];
  for (const state of ['visible', 'hidden', 'visible'] as const) {
    await services.notice({ type: 'visibility', state });
    await clock.advanceAsync(3_600_000);
    expect(requests).toEqual([]);
  }
  await services.dispose();
});

test('a queue that waits for a connection is checked every 30 s, only while the page is visible', async () => {
  answers = { '/generate_204': unreached, [logPath]: unreached };
  const services = create(makePlatform({ random: () => 1 }));
  await services.start(config);
  services.log([makeEntry(1, { tier: 400 })]);
  await clock.advanceAsync(600_000);
  const checksIn = async (ms: number) => {
    requests = [];
    await clock.advanceAsync(ms);
    return requests.filter((request) => request === 'HEAD /generate_204').length;
  };
  const seen = await checksIn(600_000);
  await services.notice({ type: 'visibility', state: 'hidden' });
  expect(await checksIn(600_000)).toBeLessThan(seen);
  await services.dispose();
});

test('a provider log that hangs does not delay the flush of events', async () => {
  answers = { '/log': () => new Promise(() => {}), [logPath]: taken };
  const services = create(makePlatform());
  // This document is in the storage sample.
  await services.start({ ...config, sid: '0'.repeat(32) });
  services.log([makeEntry(1)]);
  expect(await services.flush()).toEqual({ ok: true, value: { delivered: 1, queued: 0 } });
  await vi.waitFor(() => expect(requests).toContain('POST /log'));
  await services.dispose();
});

test('lost events are reported to the provider with the reason and whether they were its own', async () => {
  const sent: { kind: string }[] = [];
  answers = { [logPath]: taken };
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
  await clock.advanceAsync(10_000);
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
    answers = { '/log': taken };
    for (let life = 0; life < 3; life++) {
      news = [];
      const services = create(makePlatform());
      await services.start({ ...config, sid: itsSid });
      // The viewer’s choices have no database either.
      await services.reportDevice({ chosen: { volume: 50 } });
      await clock.advanceAsync(10_000);
      const told = news.flatMap((each) => (each.type === 'provider_log' ? each.entries : []));
      expect(
        told.map(({ kind }) => kind).filter((kind) => /^(storage|data_store)_/.test(kind)),
      ).toEqual(kinds);
      await services.dispose();
    }
  },
);
