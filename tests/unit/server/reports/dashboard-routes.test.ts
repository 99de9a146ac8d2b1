import { expect, test } from 'vitest';
import { httpLimits } from '../../../../server/http/http-limits.ts';
import { isSession, makeSession } from '../../../../server/operator/telemetry/operator-session.ts';
import { playbackRowSchema } from '../../../../server/store/reports/playback-row-schemas.ts';
import { qoeEventName } from '../../../../shared/telemetry/qoe-event.ts';
import { goodSummary } from '../../../support/good-summary.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { readNdjson } from '../support/ndjson.ts';
import { openSocket } from '../support/open-socket.ts';
import { rawRequest } from '../support/raw-request.ts';
import { readFigures } from '../support/read-figures.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import { outcomes } from './playback-outcomes.ts';

const outside = { 'X-Forwarded-For': '203.0.113.9' };

function signIn(server: TestServer, token: string, headers: Record<string, string> = {}) {
  return rawRequest(server.embed, '/telemetry/session', {
    method: 'POST',
    body: `token=${encodeURIComponent(token)}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  });
}
const cookieOf = (reply: { headers: Record<string, unknown> }) =>
  String(reply.headers['set-cookie'] ?? '');

test('signing in with the token gives a cookie that scripts and other sites cannot see, and full access [threat-dashboard-session]', async () => {
  const server = await startTestServer({ token: 's3cret&' });
  const form = await rawRequest(server.embed, '/telemetry/');
  expect(form.status).toBe(200);
  expect(form.body).toContain('<form method="post" action="session">');
  // Browsers log a hint about password forms without a user name.
  expect(form.body).toMatch(/<input name="username" [^>]*autocomplete="username" hidden>/);
  for (const path of ['/telemetry/report', '/telemetry/assets/dashboard-abc.js'])
    expect((await rawRequest(server.embed, path)).status).toBe(401);
  const headers = { Authorization: 'Bearer wrong' };
  expect((await rawRequest(server.embed, '/telemetry/', { headers })).status).toBe(401);
  const reply = await signIn(server, 's3cret&');
  expect(reply.status).toBe(303);
  expect(reply.headers.location).toBe('./');
  expect(cookieOf(reply)).toMatch(
    /^offstage_operator=\d+\.[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
  );
  expect(cookieOf(reply)).not.toContain('s3cret');
  const Cookie = cookieOf(reply).split(';')[0] ?? '';
  for (const path of [
    '/telemetry/',
    '/telemetry/report',
    '/telemetry/summary',
    '/telemetry/assets/dashboard-abc.js',
  ])
    expect((await rawRequest(server.demo, path, { headers: { Cookie, ...outside } })).status).toBe(
      200,
    );

  const end = await rawRequest(server.embed, '/telemetry/session/end', {
    method: 'POST',
    headers: { Cookie },
  });
  expect(cookieOf(end)).toMatch(/^offstage_operator=; Path=\/; Max-Age=0; HttpOnly/);
});

test('over https the cookie is for https only', async () => {
  const server = await startTestServer({ token: 'secret' });
  const reply = await signIn(server, 'secret', { 'X-Forwarded-Proto': 'https' });
  expect(cookieOf(reply)).toMatch(/; Secure$/);
});

test.each([
  ['another origin', { Origin: 'https://evil.example' }],
  ['no origin', { Origin: 'null' }],
  ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['another subdomain', { 'Sec-Fetch-Site': 'same-site' }],
])(
  'a form of a page of %s can neither sign in nor sign out [threat-dashboard-session]',
  async (_what, headers) => {
    const server = await startTestServer({ token: 'secret' });
    const reply = await signIn(server, 'secret', headers);
    expect(reply.status).toBe(403);
    expect(reply.headers['set-cookie']).toBeUndefined();
    const end = await rawRequest(server.embed, '/telemetry/session/end', {
      method: 'POST',
      headers,
    });
    expect(end.status).toBe(403);
  },
);

test('a session ends after twelve hours, and with its token', () => {
  const session = makeSession('token', 1_000);
  expect(isSession('token', session, 1_000 + 12 * 3_600_000 - 1_000)).toBe(true);
  expect(isSession('token', session, 1_000 + 12 * 3_600_000)).toBe(false);
  expect(isSession('other', session, 1_000)).toBe(false);
  // A session cannot extend itself.
  expect(isSession('token', session.replace(/^\d+/, '99999999999'), 1_000)).toBe(false);
  for (const odd of ['', '.', 'x', `1.${'a'.repeat(43)}`, `${session}x`])
    expect(isSession('token', odd, 0)).toBe(false);
});

test.each([
  ['the form', (server: TestServer, n: number) => signIn(server, `wrong${n}`)],
  [
    'forged cookies',
    (server: TestServer, n: number) =>
      rawRequest(server.embed, '/telemetry/', {
        headers: { Cookie: `offstage_operator=${makeSession(`wrong${n}`, Date.now())}` },
      }),
  ],
])(
  'an address that guesses by %s soon has to wait, even with the right token [threat-token-guessing]',
  async (_what, guess) => {
    // Guesses are forgiven with time.
    const nowMs = Date.now();
    const server = await startTestServer({ token: 'secret' }, () => nowMs);
    for (let n = 0; n < httpLimits.wrongTokensPerMinute.value; n++)
      expect((await guess(server, n)).status).toBe(401);
    const refused = await signIn(server, 'secret');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toContain('too many wrong tokens');
    expect(
      (
        await rawRequest(server.embed, '/telemetry/summary', {
          headers: { Authorization: 'Bearer secret' },
        })
      ).status,
    ).toBe(429);
  },
);

test('without a token there is no sign-in from outside, and the page says how to get one', async () => {
  const server = await startTestServer();
  expect((await rawRequest(server.demo, '/telemetry/')).status).toBe(200);
  const refused = await rawRequest(server.demo, '/telemetry/', { headers: outside });
  expect(refused.status).toBe(401);
  expect(refused.body).toContain('--token');
  expect(refused.body).not.toContain('<form');
  expect((await signIn(server, '')).status).toBe(401);
});

test('a form that is too long is refused', async () => {
  const server = await startTestServer({ token: 'secret' });
  expect((await signIn(server, 'x'.repeat(20_000))).status).toBe(400);
});

test('unfinished forms use a limited amount of room, which is released when they close', async () => {
  const server = await startTestServer({ token: 'secret' });
  const { formMaxBytes, formsMaxBytes } = httpLimits;
  const sentBytes = formMaxBytes.value - 1;
  const unfinished = `POST /telemetry/session HTTP/1.1\r\nHost: a\r\nContent-Length: ${formMaxBytes.value}\r\n\r\n${'x'.repeat(sentBytes)}`;
  const sockets = await Promise.all(
    Array.from({ length: Math.floor(formsMaxBytes.value / sentBytes) }, () =>
      openSocket(server.embedPort),
    ),
  );
  for (const socket of sockets) socket.write(unfinished);
  const body = `token=secret&more=${'x'.repeat(formsMaxBytes.value % sentBytes)}`;
  const signInLong = async () =>
    (await rawRequest(server.embed, '/telemetry/session', { method: 'POST', body })).status;
  await expect.poll(signInLong).toBe(400);
  for (const socket of sockets) socket.destroy();
  await expect.poll(signInLong).toBe(303);
});

test.each(['from=x', 'from=-1', 'to=1e3', 'from=5&to=5', 'video='.padEnd(400, 'x'), 'videos=a'])(
  'a report of ?%s is refused in one sentence',
  async (query) => {
    const server = await startTestServer();
    for (const path of ['report', 'cost', 'audience', 'playbacks.csv', 'playbacks.ndjson']) {
      const reply = await rawRequest(server.embed, `/telemetry/${path}?${query}`);
      expect(reply.status).toBe(400);
      expect(JSON.parse(reply.body).error).toEqual({
        code: 'BAD_QUERY',
        message: expect.stringMatching(/\.$/),
      });
    }
  },
);

/** Sends a viewer's playbacks to the intake. */
async function reportPlaybacks(server: TestServer): Promise<void> {
  const reported = [
    { name: 'embed_loaded', payload: { isFramed: true, loaderUrl: 'https://news.example/page' } },
    ...Object.values(outcomes).map((outcome, n) => ({
      name: qoeEventName,
      payload: {
        ...goodSummary,
        ...outcome,
        cpn: `p${n}`,
        videoId: n === 0 ? '=cmd("x")' : 'plain',
      },
    })),
  ];
  await fetch(`${server.embed}/youtubei/v1/video_stats`, {
    method: 'POST',
    headers: {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    body: JSON.stringify(logBatch(reported.map((event, n) => logEvent(n + 1, event)))),
  });
}

test('a report has the figures of the intake, by host and browser, for the requested filters', async () => {
  const server = await startTestServer();
  await reportPlaybacks(server);
  const report = await readFigures(`${server.demo}/telemetry/report?host=https://news.example`);
  expect(report).toMatchObject({
    filter: { host: 'https://news.example', videoId: null },
    latest: expect.arrayContaining([
      expect.objectContaining({ videoId: 'plain', isRefusal: true, errorName: 'auth.private' }),
    ]),
    titles: {},
    totals: {
      playbacks: 8,
      failuresBeforeStart: 1,
      failuresMidStream: 1,
      refusals: 2,
      exitsBeforeStart: 1,
      autoplaysBlocked: 1,
    },
    browsers: [{ name: 'Firefox', playbacks: 8, failures: 2, refusals: 2 }],
    failures: [{ name: 'fmt.decode' }, { name: 'net.retryexhausted' }],
    refusals: [{ name: 'auth.private' }, { name: 'licences.example.org' }],
    accounting: { created: 9, stored: 9, rejected: 0, missing: 0 },
    errors: [],
  });
  expect(await readFigures(`${server.demo}/telemetry/report?browser=Safari`)).toMatchObject({
    totals: { playbacks: 0 },
  });
});

test('the playbacks of a report export as CSV and as NDJSON; no spreadsheet runs a viewer’s text as a formula [threat-spreadsheets]', async () => {
  const server = await startTestServer();
  await reportPlaybacks(server);
  const csv = await fetch(`${server.embed}/telemetry/playbacks.csv`);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="playbacks.csv"');
  const lines = (await csv.text()).split('\r\n');
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe(Object.keys(playbackRowSchema.shape).join(','));
  expect(lines[1]).toContain(`,"'=cmd(""x"")",,https://news.example,Firefox,`);
  const rows = await readNdjson(`${server.embed}/telemetry/playbacks.ndjson?video=plain`);
  expect(rows).toHaveLength(7);
  expect(rows.map(({ isRefusal }) => isRefusal).filter(Boolean)).toHaveLength(2);
  expect(rows[0]).toMatchObject({ videoId: 'plain', browser: 'Firefox', rebufferCount: 2 });
});
