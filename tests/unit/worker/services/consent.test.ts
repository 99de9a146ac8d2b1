import { beforeEach, expect, test } from 'vitest';
import { untilPasses } from '../../../support/until.ts';
import { makeEntry } from '../events/make-events.ts';
import { bodyOf, config, create, logPath, paths, scene, startScene } from './consent-scene.ts';

beforeEach(startScene);

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
  await scene.clock.advanceAsync(3_600_000);
  expect([scene.asked, scene.clock.timerCount]).toEqual([[], 0]);
  expect(scene.openDatabase).not.toHaveBeenCalled();
  await services.getVideo('offstage001');
  await services.getPlaylist('PL1', 'playlist');
  await services.callApi('subscribe', { channelIds: ['UC1'] });
  expect(paths()).toEqual([
    '/youtubei/v1/player',
    '/youtubei/v1/playlist/PL1',
    '/youtubei/v1/subscription/subscribe',
  ]);
  for (const { init } of scene.asked) {
    expect(init?.credentials).toBe('omit');
    expect(Object.keys(init?.headers ?? {})).not.toContain('Authorization');
    expect(Object.keys(init?.headers ?? {})).not.toContain('X-Visitor-Id');
  }
  const bodies = scene.asked.flatMap(({ init }) => init?.body ?? []);
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
  await untilPasses(() => expect(paths()).toContain('/visitor_id'));
  await untilPasses(() => expect(paths()).toContain('/error_204'));
  services.log([makeEntry(1)]);
  await services.flush();
  expect((await bodyOf(logPath)).context.client.visitorId).toBe('visitor-1');
  await services.callApi('subscribe', { channelIds: ['UC1'] });
  expect(scene.asked.at(-1)?.init).toMatchObject({
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
  await untilPasses(() => expect(paths()).toContain('/visitor_id'));
  services.log([makeEntry(1), makeEntry(2)]);
  await scene.clock.advanceAsync(0);
  expect(await services.setConsent('refused')).toEqual({
    ok: true,
    value: { consent: 'refused', queue: 'off', queueDenied: null },
  });
  expect(scene.news).toContainEqual({ type: 'dropped', reason: 'consent', ranges: [[1, 2]] });
  const before = scene.asked.length;
  await services.notice({ type: 'error', error });
  await scene.clock.advanceAsync(3_600_000);
  expect([scene.asked.length, scene.clock.timerCount]).toEqual([before, 0]);
  expect(await services.flush()).toMatchObject({ ok: false, error: { code: 'NOT_STARTED' } });

  // Consent again gives a new visitor id.
  scene.answers['/visitor_id'] = () => new Response('{"visitorId":"visitor-2"}');
  await services.setConsent('granted');
  await untilPasses(() => expect(paths().slice(before)).toContain('/visitor_id'));
  services.log([makeEntry(3)]);
  await services.flush();
  expect((await bodyOf(logPath)).context.client.visitorId).toBe('visitor-2');
  expect((await bodyOf(logPath)).events.map(({ seq }: { seq: number }) => seq)).toEqual([3]);
  // The error from in between is not reported either.
  expect(paths().slice(before)).not.toContain('/error_204');
  await services.dispose();
  expect(scene.clock.timerCount).toBe(0);
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
  await scene.clock.advanceAsync(60_000);
  expect(paths()).not.toContain('/visitor_id');
  expect((await bodyOf(logPath)).context.client).not.toHaveProperty('visitorId');
  expect(scene.asked.at(-1)?.init).not.toHaveProperty('headers.X-Visitor-Id');
  expect(scene.openDatabase).not.toHaveBeenCalled();
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
  expect(scene.asked.at(-1)?.init).toHaveProperty('headers.Authorization', 'secret');
  await services.flush();
  await untilPasses(async () =>
    expect(JSON.stringify(await bodyOf('/log'))).toContain('api_settings_malformed'),
  );
  await services.dispose();
});

test('services that end while offline leave no timer', async () => {
  const fail = () => {
    throw new TypeError('Failed to fetch');
  };
  scene.answers = { [logPath]: fail, '/generate_204': fail };
  const services = create();
  await services.start({ ...config, consent: 'granted' });
  services.log([makeEntry(1)]);
  await services.flush();
  expect(paths()).toContain('/generate_204');
  await services.dispose();
  expect(scene.clock.timerCount).toBe(0);
});
