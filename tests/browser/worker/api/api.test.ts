import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { intake } from '../../intake.ts';
import { runSandboxed } from '../../run-sandboxed.ts';
import { endServices, places, type RunningServices, runServices } from '../../run-services.ts';

const jar = { encryptedTokenJarContents: 'jar', expirationSeconds: 60 };
const responseContext = {
  consistencyTokenJar: jar,
  locationPlayabilityToken: 'here',
  globalConfig: {
    cold: { hashData: 'c1', config: { a: 1 } },
    hot: { hashData: 'not a hash', config: {} },
  },
};
const channelIds = ['UC1'];

beforeEach(() => intake.reset());
afterEach(async () => {
  await endServices();
  await intake.cut();
});

describe.each(places)('the API client (%s)', (place) => {
  async function start(api?: unknown): Promise<RunningServices> {
    const running = runServices(place);
    await running.services.start({ ...running.config, api });
    return running;
  }

  test('sends values from replies back, also after the services have been killed', async () => {
    await intake.mode({ answer: 'ok', apiReply: { channelIds, responseContext } });
    const first = await start({ visitorId: 'ann', isLoggedIn: true });
    expect(await first.services.callApi('subscribe', { channelIds })).toEqual({
      ok: true,
      value: { channelIds },
    });
    await first.kill();

    const second = await start();
    await second.services.callApi('subscribe', { channelIds });
    const { apiCalls } = await intake.wait({ apiCalls: 2 });
    expect(apiCalls[0]).toMatchObject({
      headers: {
        'x-visitor-id': 'ann',
        'x-bootstrap-logged-in': 'true',
        'x-client-name': 'browser-test',
      },
      body: { channelIds, context: { request: {} } },
    });
    expect(apiCalls[1]?.headers).not.toHaveProperty('x-visitor-id');
    expect(apiCalls[1]?.body.context).toMatchObject({
      request: {
        consistencyTokenJars: [jar],
        locationPlayabilityToken: 'here',
        globalConfigHashes: { cold: 'c1' },
      },
    });
    await second.services.flush();
    const { providerEntries } = await intake.wait({ providerEntries: 1 });
    expect(providerEntries).toContainEqual(
      expect.objectContaining({
        kind: 'response_context_malformed',
        fields: expect.objectContaining({ field: 'globalConfig.hot' }),
      }),
    );
  });

  test.each([
    ['garbage', 'BAD_REPLY', 'JSON parsing failed after fetch'],
    ['status', 'REQUEST_FAILED', 'Request failed, status=500'],
    ['close', 'UNKNOWN_ERROR', expect.stringContaining('Unknown request error')],
    ['ok', 'BAD_REPLY', expect.stringContaining('channelIds')],
  ] as const)(
    'reports the failure of a call that is answered with "%s"',
    async (answer, code, message) => {
      await intake.mode({ answer });
      const { services } = await start();
      expect(await services.callApi('subscribe', { channelIds })).toEqual({
        ok: false,
        error: { code, message },
      });
    },
  );

  test('reports a malformed reply to the provider', async () => {
    await intake.mode({ answer: 'status', status: 503 });
    const { services } = await start();
    await services.callApi('subscribe', { channelIds });
    await intake.mode({ answer: 'ok' });
    await services.flush();
    const { providerEntries } = await intake.wait({ providerEntries: 1 });
    expect(providerEntries).toContainEqual(
      expect.objectContaining({
        kind: 'api_fetch_failed',
        fields: {
          message: 'Error: API fetch failed',
          path: '/youtubei/v1/subscription/subscribe',
          status: 503,
        },
      }),
    );
  });

  test('disposing the services answers pending calls', async () => {
    await intake.mode({ answer: 'hang' });
    const { services } = await start();
    const asked = services.callApi('subscribe', { channelIds });
    await intake.wait({ apiCalls: 1 });
    await services.dispose();
    expect(await asked).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  });

  test('calls before the start get no answer, and without telemetry nothing is stored', async () => {
    await intake.mode({ answer: 'ok', apiReply: { channelIds, responseContext } });
    const running = runServices(place);
    expect(await running.services.callApi('subscribe', { channelIds })).toMatchObject({
      error: { code: 'NOT_STARTED' },
    });
    await running.services.start({ ...running.config, isTelemetryOn: false });
    for (let call = 0; call < 2; call += 1)
      await running.services.callApi('subscribe', { channelIds });
    const { apiCalls } = await intake.state();
    expect(apiCalls[1]?.body.context).toMatchObject({ request: { consistencyTokenJars: [jar] } });
    expect(await indexedDB.databases()).toEqual([]);
  });
});

// The intake answers no preflight: a request that needs one fails.
test('in a frame without an origin a call needs no preflight and identifies no viewer, and tokens live as long as the services', async () => {
  await intake.mode({ answer: 'ok', apiReply: { channelIds, responseContext } });
  const { services, config } = await runSandboxed();
  await services.start({ ...config, api: { visitorId: 'ann', authorization: 'Bearer t' } });
  const many = Array.from({ length: 100 }, (_, index) => `UC${index}`);
  for (let call = 0; call < 2; call += 1)
    expect(await services.callApi('subscribe', { channelIds: many })).toEqual({
      ok: true,
      value: { channelIds },
    });
  const { apiCalls } = await intake.state();
  for (const { headers, body } of apiCalls) {
    expect(headers).toMatchObject({ 'content-type': 'text/plain', origin: 'null' });
    for (const name of ['cookie', 'authorization', 'x-visitor-id', 'x-client-name'])
      expect(headers).not.toHaveProperty(name);
    expect(body.channelIds).toEqual(many);
  }
  expect(apiCalls[1]?.body.context).toMatchObject({ request: { consistencyTokenJars: [jar] } });
});
