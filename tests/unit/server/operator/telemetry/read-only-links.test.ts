import { expect, test } from 'vitest';
import { httpLimits } from '../../../../../server/http/http-limits.ts';
import {
  isSession,
  makeSession,
} from '../../../../../server/operator/telemetry/operator-session.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer, type TestServer } from '../../support/start-test-server.ts';
import { shareInFile } from '../../support/when-done.ts';

const authorized = { Authorization: 'Bearer secret' };
const asReader = (key: string) => ({ Cookie: `offstage_reader=${key}` });

const shared = shareInFile(() =>
  startTestServer({ token: 'secret', webhooks: ['http://127.0.0.1:9/x'] }),
);

async function makeKey(server: TestServer): Promise<string> {
  const made = await rawRequest(server.embed, '/telemetry/links', {
    method: 'POST',
    headers: authorized,
  });
  expect(made.status).toBe(201);
  return JSON.parse(made.body).key;
}

test('a read-only link shows what the dashboard shows, and nothing else [feature-read-only-link]', async () => {
  const server = shared();
  const key = await makeKey(server);
  const opened = await rawRequest(server.embed, `/telemetry/?page=cost&key=${key}`);
  expect(opened.status).toBe(200);
  expect(opened.body).not.toContain('Operator’s token');
  expect(String(opened.headers['set-cookie'])).toBe(
    `offstage_reader=${key}; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict`,
  );
  const headers = asReader(key);
  for (const path of [
    '',
    'report',
    'cost',
    'audience',
    'experiments',
    'qoe',
    'summary',
    'gaps',
    'playbacks.csv',
  ])
    expect((await rawRequest(server.embed, `/telemetry/${path}`, { headers })).status).toBe(200);
  const report = await rawRequest(server.embed, '/telemetry/report', { headers });
  expect(JSON.parse(report.body)).toMatchObject({ hasToken: true, isReader: true });
  for (const [method, path] of [
    ['GET', 'events'],
    ['GET', 'log'],
    ['GET', 'feedback'],
    ['GET', 'webhooks'],
    ['POST', 'webhooks/test'],
    ['POST', 'links'],
    ['POST', 'report'],
  ] as const) {
    const refused = await rawRequest(server.embed, `/telemetry/${path}`, { method, headers });
    expect([path, refused.status]).toEqual([path, 403]);
    expect(JSON.parse(refused.body)).toMatchObject({ error: { code: 'READ_ONLY' } });
  }
  // A key opens nothing outside of the dashboard either.
  const asSession = { Cookie: `offstage_operator=${key}` };
  expect((await rawRequest(server.embed, '/telemetry/events', { headers: asSession })).status).toBe(
    401,
  );
});

test('an operator who opens a link stays an operator', async () => {
  const server = shared();
  const key = await makeKey(server);
  const session = `offstage_operator=${makeSession('secret', Date.now())}`;
  const headers = { Cookie: `offstage_reader=${key}; ${session}` };
  const opened = await rawRequest(server.embed, `/telemetry/?key=${key}`, { headers });
  expect(opened.headers['set-cookie']).toBeUndefined();
  const report = await rawRequest(server.embed, '/telemetry/report', { headers });
  expect(JSON.parse(report.body)).toMatchObject({ isReader: false });
  expect((await rawRequest(server.embed, '/telemetry/events', { headers })).status).toBe(200);
});

test('a link ends after seven days and with its token, and then asks for a new one [threat-read-only-link]', async () => {
  const day = 86_400_000;
  const key = makeSession('secret', 1_000, 'reader');
  expect(isSession('secret', key, 1_000 + 7 * day - 1_000, 'reader')).toBe(true);
  expect(isSession('secret', key, 1_000 + 7 * day, 'reader')).toBe(false);
  expect(isSession('other', key, 1_000, 'reader')).toBe(false);
  // Neither role becomes the other.
  expect(isSession('secret', key, 1_000, 'operator')).toBe(false);
  expect(isSession('secret', makeSession('secret', 1_000), 1_000, 'reader')).toBe(false);

  const server = shared();
  for (const [query, headers] of [
    [`?key=${key}`, {}],
    ['?key=', {}],
    ['', asReader(key)],
  ] as const) {
    const refused = await rawRequest(server.embed, `/telemetry/${query}`, { headers });
    expect(refused.status).toBe(401);
    expect(refused.body).toContain('This link is not valid, or no longer');
  }
});

test.each([
  ['links', (key: string) => ({ path: `/telemetry/?key=${key}`, headers: {} })],
  ['cookies', (key: string) => ({ path: '/telemetry/report', headers: asReader(key) })],
])(
  'an address that tests tokens by the %s of readers soon has to wait [threat-token-guessing]',
  async (_what, guess) => {
    // Guesses are forgiven with time.
    const nowMs = Date.now();
    const server = await startTestServer({ token: 'secret' }, () => nowMs);
    for (let n = 0; n < httpLimits.wrongTokensPerMinute.value; n++) {
      const { path, headers } = guess(makeSession(`wrong${n}`, nowMs, 'reader'));
      expect((await rawRequest(server.embed, path, { headers })).status).toBe(401);
    }
    const right = { headers: authorized };
    expect((await rawRequest(server.embed, '/telemetry/summary', right)).status).toBe(429);
  },
);

test('links are for servers with a token, and pages elsewhere cannot make them', async () => {
  const open = await startTestServer();
  const made = await rawRequest(open.embed, '/telemetry/links', { method: 'POST' });
  expect(made.status).toBe(409);
  expect(JSON.parse(made.body)).toMatchObject({ error: { code: 'NO_TOKEN' } });
  // A cookie from before changes nothing for the operator of this machine.
  const headers = asReader(makeSession('secret', Date.now(), 'reader'));
  expect((await rawRequest(open.embed, '/telemetry/events', { headers })).status).toBe(200);
  const server = shared();
  const foreign = await rawRequest(server.embed, '/telemetry/links', {
    method: 'POST',
    headers: { ...authorized, Origin: 'https://evil.example' },
  });
  expect(foreign.status).toBe(403);
  expect(foreign.body).toContain('OTHER_ORIGIN');
});
