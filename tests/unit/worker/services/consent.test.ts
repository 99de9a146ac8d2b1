import { beforeEach, expect, test, vi } from 'vitest';
import type { News } from '../../../../shared/rpc/news.ts';
import type { ServicesAtWork, ServicesConfig } from '../../../../shared/rpc/rpc.ts';
import type { LogEntry } from '../../../../shared/telemetry/log-event.ts';
import { createServicesOn } from '../../../../worker/services/create-services.ts';
import { type Platform, readPlatform } from '../../../../worker/services/platform.ts';
import { createFakeClock, type FakeClock } from '../../fake-clock.ts';
import { context, makeEntry, sid } from '../events/make-events.ts';

const config: ServicesConfig = {
  sid,
  origin: 'https://embed.example',
  context,
  isTelemetryOn: true,
  consent: 'pending',
  isPrivate: false,
  api: { authorization: 'Bearer t', isLoggedIn: true, adSignals: 'dt=1' },
};
const logPath = '/youtubei/v1/log_event';

interface Asked {
  path: string;
  init: RequestInit | undefined;
}

let clock: FakeClock;
let news: News[];
let asked: Asked[];
let answers: Record<string, () => Response>;
let openDatabase: ReturnType<typeof vi.fn<Platform['openDatabase']>>;

beforeEach(() => {
  clock = createFakeClock();
  news = [];
  asked = [];
  openDatabase = vi.fn(() => Promise.reject(new DOMException('denied', 'SecurityError')));
  answers = {
    [logPath]: () => new Response('{"accepted":1,"duplicates":0,"rejected":0}'),
    '/visitor_id': () => new Response('{"visitorId":"visitor-1"}'),
  };
});

function create(): ServicesAtWork['services'] & { log(entries: LogEntry[]): void } {
  const platform: Platform = {
    ...readPlatform(),
    clock,
    async fetch(input, init) {
      const { pathname } = new URL(String(input));
      asked.push({ path: pathname, init });
      return answers[pathname]?.() ?? new Response(null, { status: 204 });
    },
    random: () => 0.5,
    openDatabase,
    locks: null,
    onNetworkHint: () => {},
  };
  const { services, take } = createServicesOn(platform, (told) => news.push(...told));
  return { ...services, log: take };
}

const paths = () => asked.map(({ path }) => path);
const bodyOf = async (path: string) => {
  const body = asked.findLast((request) => request.path === path)?.init?.body;
  return JSON.parse(await new Response(body).text());
};
const error = {
  source: 'page',
  type: 'Error',
  message: 'm',
  stack: 'Error: m',
  params: {},
} as const;

test('without an answer on consent nothing is opened, fetched or timed, and API calls are anonymous [spec-5.9]', async () => {
  const services = create();
  expect(await services.start(config)).toEqual({
    ok: true,
    value: { consent: 'pending', queue: 'off', queueDenied: null },
  });
  await services.notice({ type: 'error', error });
  await services.notice({ type: 'visibility', state: 'hidden' });
  services.log([makeEntry(1)]);
  await clock.advanceAsync(3_600_000);
  expect([asked, clock.timerCount]).toEqual([[], 0]);
  expect(openDatabase).not.toHaveBeenCalled();
  await services.getVideo('offstage001');
  await services.getPlaylist('PL1', 'playlist');
  await services.callApi('subscribe', { channelIds: ['UC1'] });
  expect(paths()).toEqual([
    '/youtubei/v1/player',
    '/youtubei/v1/playlist/PL1',
    '/youtubei/v1/subscription/subscribe',
  ]);
  for (const { init } of asked) {
    expect(init?.credentials).toBe('omit');
    expect(Object.keys(init?.headers ?? {})).not.toContain('Authorization');
    expect(Object.keys(init?.headers ?? {})).not.toContain('X-Visitor-Id');
  }
  const bodies = asked.flatMap(({ init }) => init?.body ?? []);
  expect(bodies).toHaveLength(2);
  for (const body of bodies)
    expect(await new Response(body).json()).toMatchObject({
      context: { request: {}, adSignalsInfo: { params: [] } },
    });
});

test('consent starts the visitor id, events that carry it, and the report of earlier errors [spec-7.4]', async () => {
  const services = create();
  await services.start(config);
  await services.notice({ type: 'error', error });
  expect(await services.setConsent('granted')).toMatchObject({
    ok: true,
    value: { consent: 'granted', queue: 'memory' },
  });
  await vi.waitFor(() => expect(paths()).toContain('/visitor_id'));
  await vi.waitFor(() => expect(paths()).toContain('/error_204'));
  services.log([makeEntry(1)]);
  await services.flush();
  expect((await bodyOf(logPath)).context.client.visitorId).toBe('visitor-1');
  await services.callApi('subscribe', { channelIds: ['UC1'] });
  expect(asked.at(-1)?.init).toMatchObject({
    credentials: 'same-origin',
    headers: {
      'X-Visitor-Id': 'visitor-1',
      Authorization: 'Bearer t',
      'X-Bootstrap-Logged-In': 'true',
    },
  });
  await services.dispose();
});

test('a viewer who withdraws consent is forgotten: the queue is dropped and counted, nothing is sent, no timer is left', async () => {
  const services = create();
  await services.start({ ...config, consent: 'granted' });
  await vi.waitFor(() => expect(paths()).toContain('/visitor_id'));
  services.log([makeEntry(1), makeEntry(2)]);
  await clock.advanceAsync(0);
  expect(await services.setConsent('refused')).toEqual({
    ok: true,
    value: { consent: 'refused', queue: 'off', queueDenied: null },
  });
  expect(news).toContainEqual({ type: 'dropped', reason: 'consent', ranges: [[1, 2]] });
  const before = asked.length;
  await services.notice({ type: 'error', error });
  await clock.advanceAsync(3_600_000);
  expect([asked.length, clock.timerCount]).toEqual([before, 0]);
  expect(await services.flush()).toMatchObject({ ok: false, error: { code: 'NOT_STARTED' } });

  // Consent again gives a new visitor id.
  answers['/visitor_id'] = () => new Response('{"visitorId":"visitor-2"}');
  await services.setConsent('granted');
  await vi.waitFor(() => expect(paths().slice(before)).toContain('/visitor_id'));
  services.log([makeEntry(3)]);
  await services.flush();
  expect((await bodyOf(logPath)).context.client.visitorId).toBe('visitor-2');
  expect((await bodyOf(logPath)).events.map(({ seq }: { seq: number }) => seq)).toEqual([3]);
  // The error from in between is not reported either.
  expect(paths().slice(before)).not.toContain('/error_204');
  await services.dispose();
  expect(clock.timerCount).toBe(0);
});

test('of three answers in a row the last one counts', async () => {
  const services = create();
  void services.start(config);
  const answers = await Promise.all([
    services.setConsent('granted'),
    services.setConsent('refused'),
    services.setConsent('granted'),
  ]);
  expect(answers.map((answer) => answer.ok && answer.value.consent)).toEqual([
    'granted',
    'refused',
    'granted',
  ]);
  services.log([makeEntry(1)]);
  expect(await services.flush()).toMatchObject({ ok: true, value: { delivered: 1 } });
  await services.dispose();
});

test('a private embed logs in memory and has no visitor id', async () => {
  const services = create();
  expect(await services.start({ ...config, consent: 'granted', isPrivate: true })).toMatchObject({
    value: {
      queue: 'memory',
      queueDenied: { code: 'UNSUPPORTED', message: expect.stringContaining('private') },
    },
  });
  services.log([makeEntry(1)]);
  await services.flush();
  await services.callApi('subscribe', { channelIds: ['UC1'] });
  await clock.advanceAsync(60_000);
  expect(paths()).not.toContain('/visitor_id');
  expect((await bodyOf(logPath)).context.client).not.toHaveProperty('visitorId');
  expect(asked.at(-1)?.init).not.toHaveProperty('headers.X-Visitor-Id');
  expect(openDatabase).not.toHaveBeenCalled();
  await services.dispose();
});

test('a visitor id that the page config gives is used, and none is fetched', async () => {
  const services = create();
  await services.start({ ...config, consent: 'granted', api: { visitorId: 'given' } });
  await services.getVideo('offstage001');
  expect(asked.at(-1)?.init).toMatchObject({ headers: { 'X-Visitor-Id': 'given' } });
  services.log([makeEntry(1)]);
  await services.flush();
  expect((await bodyOf(logPath)).context.client.visitorId).toBe('given');
  expect(paths()).not.toContain('/visitor_id');
  await services.dispose();
});

test('a malformed API setting is reported and left out, and the others stay', async () => {
  const services = create();
  await services.start({
    ...config,
    consent: 'granted',
    api: { authorization: 'secret', version: '..' },
  });
  await services.getVideo('offstage001');
  expect(asked.at(-1)?.init).toHaveProperty('headers.Authorization', 'secret');
  await services.flush();
  await vi.waitFor(async () =>
    expect(JSON.stringify(await bodyOf('/log'))).toContain('api_settings_malformed'),
  );
  await services.dispose();
});

/** All entries of one kind in the provider log. */
const toldOf = async (kind: string) => {
  const batches = asked.filter(({ path }) => path === '/log').map(({ init }) => init?.body);
  const parsed = await Promise.all(batches.map((body) => new Response(body).json()));
  return parsed.flatMap(({ entries }) => entries).filter((entry) => entry.kind === kind);
};
/** The state that the page keeps for the next services. */
const memo = () => news.findLast((told) => told.type === 'memo')?.memo;

test.each([
  ['PRIVATE_EMBED', { isPrivate: true }],
  ['EDUCATION_EMBED', { api: { isEducationEmbed: true } }],
  ['PFL_MODE', { api: { isPflMode: true } }],
  ['FETCH_DISABLED', { api: { isVisitorIdFetchDisabled: true } }],
  ['MISSING_FROM_SERVER', {}],
])(
  'a missing visitor id is reported once a document, with the reason %s, even when the services restart [spec-8.9, spec-8.37, spec-8.39, spec-8.40]',
  async (code, given) => {
    answers['/visitor_id'] = () => new Response('{}');
    answers['/log'] = () => new Response('{"accepted":1,"duplicates":0,"rejected":0}');
    for (let life = 0; life < 3; life++) {
      const services = create();
      await services.start({
        ...config,
        ...given,
        consent: 'granted',
        ...(memo() && { memo: memo() }),
      });
      await vi.waitFor(() => expect(memo()?.visitorIdFailure?.code).toBe(code));
      await clock.advanceAsync(400_000);
      await services.dispose();
    }
    expect(await toldOf('visitor_id_failed')).toMatchObject([{ fields: { code } }]);
  },
);

test('missing consent is reported once consent is given, and not when there is an id [spec-8.38]', async () => {
  answers['/log'] = () => new Response('{"accepted":1,"duplicates":0,"rejected":0}');
  const services = create();
  await services.start(config);
  await vi.waitFor(() => expect(memo()?.visitorIdFailure?.code).toBe('NO_CONSENT'));
  await clock.advanceAsync(60_000);
  expect(asked).toEqual([]);
  await services.setConsent('granted');
  await vi.waitFor(() => expect(memo()?.visitorIdFailure).toBeNull());
  await clock.advanceAsync(60_000);
  await services.setConsent('refused');
  await vi.waitFor(() => expect(memo()?.visitorIdFailure?.code).toBe('NO_CONSENT'));
  await services.setConsent('granted');
  await vi.waitFor(() => expect(memo()?.visitorIdFailure).toBeNull());
  await clock.advanceAsync(60_000);
  expect(await toldOf('visitor_id_failed')).toMatchObject([{ fields: { code: 'NO_CONSENT' } }]);
  await services.dispose();
});

test('services that end while offline leave no timer', async () => {
  const fail = () => {
    throw new TypeError('Failed to fetch');
  };
  answers = { [logPath]: fail, '/generate_204': fail };
  const services = create();
  await services.start({ ...config, consent: 'granted' });
  services.log([makeEntry(1)]);
  await services.flush();
  expect(paths()).toContain('/generate_204');
  await services.dispose();
  expect(clock.timerCount).toBe(0);
});
