import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../../../../server/start/start-server.ts';
import { parseApiReply } from '../../support/api-reply.ts';
import { logBatch, logEvent } from '../../support/log-batches.ts';
import { sampleMp4 } from '../../support/media-samples.ts';
import { readNdjson } from '../../support/ndjson.ts';
import { pageConfigIn } from '../../support/page-config-in.ts';
import { rawRequest } from '../../support/raw-request.ts';
import type { TestServer } from '../../support/start-test-server.ts';
import { startTestServer, testOptions } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { shareInFile } from '../../support/when-done.ts';

const mediaFiles = { 'v.mp4': sampleMp4, 'v.json': '{"id":"video000001","title":"First"}' };

const fileWith = (text: string) => join(tempDirectory({ 'page.json': text }), 'page.json');

function startWith(config: unknown, loggedInHeader: string | null = null) {
  const pageConfigFile = fileWith(JSON.stringify(config));
  return startTestServer({ mediaDir: tempDirectory(mediaFiles), pageConfigFile, loggedInHeader });
}

async function open(server: TestServer, path: string, headers: Record<string, string> = {}) {
  const reply = await rawRequest(server.embed, path, { headers });
  return { ...reply, config: pageConfigIn(reply.body) };
}

test('the operator’s file, with the credential of an API gateway, is part of every page config, beside the server’s own data', async () => {
  const provider = {
    api: { enableSafetyMode: true, authorization: 'Bearer pages' },
    attrs: { width: 640 },
    assets: { js: '/brand.js', css: 'https://cdn.example/brand.css' },
    loaded: true,
    webPlayerContextConfig: { serializedForcedExperimentIds: '12,34' },
  };
  const $schema = 'https://player.example/schemas/page-config-file.json';
  const server = await startWith({ $schema, ...provider });
  const { config, body } = await open(server, '/embed/video000001');
  // The schema is for editors.
  expect(body).not.toContain('schemas/');
  expect(config).toMatchObject({
    ...provider,
    attrs: { width: 640, height: '100%', id: 'video-player' },
    args: { video_id: 'video000001' },
    brand: 'Testube',
    playerResponse: { videoDetails: { videoId: 'video000001' } },
  });
});

test('the file’s player variables are defaults; the URL takes precedence, except for the function that the page calls', async () => {
  const server = await startWith({
    args: { color: 'white', autoplay: 1, mute: 1, jsapicallback: 'brand.ready' },
  });
  const plain = await open(server, '/embed/video000001');
  expect(plain.config.args).toMatchObject({
    color: 'white',
    autoplay: 1,
    mute: 1,
    jsapicallback: 'brand.ready',
  });
  const asked = await open(server, '/embed/video000001?color=red&autoplay=0&jsapicallback=alert');
  expect(asked.config.args).toMatchObject({
    color: 'red',
    autoplay: '0',
    jsapicallback: 'brand.ready',
  });
});

test('the file’s flags make shorts dark before any script runs', async () => {
  const flags = { serializedExperimentFlags: 'shorts_force_dark_theme=true' };
  const server = await startWith({ webPlayerContextConfig: flags });
  const { body } = await open(
    server,
    '/shorts/video000001?theme=light&fflags=shorts_force_dark_theme%3Dfalse',
  );
  expect(body).toContain('data-theme="dark"');
});

test.each([
  ['{', 'JSON'],
  ['[]', 'expected object'],
  ['{"atrs":{}}', 'atrs'],
  ['{"brand":"x"}', 'brand'],
  ['{"playerResponse":null}', 'playerResponse'],
  ['{"attrs":{"width":"wide"}}', 'attrs.width'],
  ['{"attrs":{"size":1}}', 'attrs: Unrecognized key: "size"'],
  ['{"assets":{"js":"javascript:alert(1)"}}', 'assets.js: use an https URL'],
  ['{"assets":{"js":"//cdn.example/x.js"}}', 'assets.js'],
  ['{"assets":{"css":"http://cdn.example/x.css"}}', 'assets.css'],
  ['{"api":{"authorization":"Bearer\\nX-Evil: 1"}}', 'api.authorization'],
  ['{"api":{"authorization":""}}', 'api.authorization'],
  ['{"api":{"dataSyncId":"everybody"}}', 'api: Unrecognized key: "dataSyncId"'],
  ['{"logTiers":{"poll":"soon"}}', 'logTiers.poll: Invalid tier: Expected one of default,'],
  ['{"api":{"visitorId":"everybody"}}', 'api: Unrecognized key: "visitorId"'],
  ['{"api":{"isLoggedIn":"yes"}}', 'api.isLoggedIn'],
  [
    '{"webPlayerContextConfig":{"serializedForcedExperimentIds":"a"}}',
    'serializedForcedExperimentIds: use up to 100',
  ],
  [`{"args":{"fflags":"${'x'.repeat(10_001)}"}}`, 'args.fflags'],
])('a server with the page config %s does not start, and gives the reason', async (text, cause) => {
  const file = fileWith(text);
  const started = await startServer(testOptions({ pageConfigFile: file }), {
    now: Date.now,
    reportError: () => undefined,
    warn: () => {},
    signal: new AbortController().signal,
  });
  expect(started).toMatchObject({ ok: false, error: { code: 'BAD_PAGE_CONFIG' } });
  const message = started.ok ? '' : started.error.message;
  expect(message).toContain(`--page-config: ${file}: `);
  expect(message).toContain(cause);
  expect(message.length).toBeLessThan(1_000);
});

test('a missing file is named', async () => {
  const started = await startServer(testOptions({ pageConfigFile: '/nowhere/page.json' }), {
    now: Date.now,
    reportError: () => undefined,
    warn: () => {},
    signal: new AbortController().signal,
  });
  expect(started).toMatchObject({
    ok: false,
    error: {
      message:
        '--page-config: /nowhere/page.json: the file does not exist; check the name. docs/page-api.md lists the fields and their values.',
    },
  });
});

const signedIn = shareInFile(() => startWith({ api: { key: 'k' } }, 'X-Forwarded-User'));

test.each([
  [{ 'X-Forwarded-User': 'lovelace' }, true],
  [{ 'X-Forwarded-User': 'true' }, true],
  [{ 'X-Forwarded-User': '' }, false],
  [{ 'X-Forwarded-User': 'false' }, false],
  [{ 'X-Forwarded-User': '0' }, false],
  [{}, false],
])('with %j the visitor is signed in: %s', async (headers, isLoggedIn) => {
  const reply = await open(signedIn(), '/embed/video000001', headers);
  expect(reply.config.api).toMatchObject({ key: 'k', isLoggedIn });
  // Only that the visitor is signed in, not as which user; and the page is not cached.
  expect(reply.body).not.toContain('lovelace');
  expect(reply.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Accept-Language, Sec-Fetch-Site, User-Agent, X-Forwarded-User, Accept-Encoding',
  });
});

test('account ids are stable and do not reveal the account, and are the same in the page and from the API [spec-7.11]', async () => {
  const server = signedIn();
  const idsOf = async (user: string) => {
    const headers = { 'X-Forwarded-User': user, 'X-Visitor-Id': 'a-browser' };
    const { config } = await open(server, '/embed/video000001', headers);
    const reply = await rawRequest(server.embed, '/getDatasyncIdsEndpoint', { headers });
    return {
      page: config.api.dataSyncId,
      api: parseApiReply(reply.body, '/getDatasyncIdsEndpoint').datasyncIds,
    };
  };
  const ann = await idsOf('ann@example.com');
  expect(ann).toEqual({ page: expect.stringMatching(/^[0-9a-f]{32}$/), api: [ann.page] });
  expect(await idsOf(' ann@example.com ')).toEqual(ann);
  expect((await idsOf('bob@example.com')).page).not.toBe(ann.page);
  for (const nameless of ['true', '1', 'Yes', '0', ''])
    expect(await idsOf(nameless)).toEqual({ page: undefined, api: [] });
  // The page's own headers name no account.
  const forged = { 'X-Bootstrap-Logged-In': 'true', 'X-Visitor-Id': 'ann@example.com' };
  const reply = await rawRequest(server.embed, '/getDatasyncIdsEndpoint', { headers: forged });
  expect(parseApiReply(reply.body, '/getDatasyncIdsEndpoint').datasyncIds).toEqual([]);
});

test('without the option no header can mark a visitor as signed in', async () => {
  const server = await startTestServer({ mediaDir: tempDirectory(mediaFiles) });
  const { config } = await open(server, '/embed/video000001', { 'X-Forwarded-User': 'lovelace' });
  expect(config).not.toHaveProperty('api');
});

const storeWith = (server: TestServer, experimentIds: unknown) =>
  fetch(`${server.embed}/youtubei/v1/log_event`, {
    method: 'POST',
    body: JSON.stringify(
      logBatch([logEvent(1)], {
        context: {
          client: { clientName: 'OFFSTAGE', clientVersion: '1', hl: 'en', experimentIds },
        },
      }),
    ),
  });

test('the intake stores the experiments of a page with its events, shows them, and refuses and names others', async () => {
  const server = await startTestServer();
  for (const experimentIds of [
    ['12'],
    [1.5],
    [-1],
    [1_000_000_000],
    '12',
    Array.from({ length: 101 }, () => 1),
  ]) {
    const refused = await storeWith(server, experimentIds);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('context.client.experimentIds');
  }
  expect((await storeWith(server, [12, 34])).status).toBe(200);

  expect(await readNdjson(`${server.embed}/telemetry/events`)).toMatchObject([
    { context: { client: { experimentIds: [12, 34] } } },
  ]);
});
