import { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, Socket } from 'node:net';
import type { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createViewerCommands } from '../../../../../server/api/viewer-commands.ts';
import { noAssignment } from '../../../../../server/experiments/assign-arms.ts';
import { createRateLimit } from '../../../../../server/http/fairness/rate-limit.ts';
import type { RequestBudgets } from '../../../../../server/http/fairness/request-budgets.ts';
import { createRequestBudgets } from '../../../../../server/http/fairness/request-budgets.ts';
import { createFileAnswers } from '../../../../../server/http/files/file-answers.ts';
import type { ServerEnv } from '../../../../../server/http/server-env.ts';
import { scanLibrary } from '../../../../../server/library/scan-library.ts';
import { createStoreWatch } from '../../../../../server/operator/health/store-watch.ts';
import { silentLog } from '../../../../../server/operator/log/create-log.ts';
import { createMetrics } from '../../../../../server/operator/metrics/create-metrics.ts';
import { createReadSignedIn } from '../../../../../server/pages/embed/signed-in.ts';
import { createDemoApp } from '../../../../../server/start/create-demo-app.ts';
import { createEmbedApp } from '../../../../../server/start/create-embed-app.ts';
import { readTemplates } from '../../../../../server/start/read-templates.ts';
import { asServerStore } from '../../../../../server/store/server-store.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer, testOptions } from '../../support/start-test-server.ts';
import { openStore } from '../../support/store-place.ts';
import { testGuard } from '../../support/test-guard.ts';

/** Everything else counts as a call, limited by `--rate-limit`. */
const expected = {
  files: [
    '/assets/*',
    '/iframe_api',
    '/iframe_api/',
    '/media/*',
    '/player_api',
    '/player_api/',
    '/poster/:videoId',
    '/sdk/:file',
  ],
  live: ['/live/*'],
  checks: ['/generate_204', '/healthz', '/healthz/request', '/readyz'],
};

/** Apps of both origins whose clients have used all their budgets. */
async function appsWithoutBudget(isTelemetryOn: boolean) {
  const options = testOptions({ isTelemetryOn });
  const templates = await readTemplates(options);
  if (!templates.ok) throw new Error(templates.error.message);
  const library = await scanLibrary(options.mediaDir);
  const store = asServerStore(await openStore());
  const spent: (keyof RequestBudgets)[] = [];
  const spend = (name: keyof RequestBudgets) => ({
    waitMs: () => {
      spent.push(name);
      return 1_000;
    },
    take: () => {},
    size: 0,
  });
  const requests: RequestBudgets = {
    calls: spend('calls'),
    files: spend('files'),
    live: spend('live'),
    checks: spend('checks'),
  };
  const deps = {
    ...options,
    build: templates.value.page,
    otherBuilds: [],
    experiments: {
      areRunning: () => false,
      runs: () => false,
      assign: () => noAssignment,
      look: async () => {},
      report: async () => ({ madeMs: 0, experiments: [] }),
      armNames: async () => ({}),
      armNumbers: async () => [],
      namesIn: async () => [],
    },
    templates: templates.value.demo,
    providerConfig: {},
    mediaRoot: options.mediaDir,
    botDetection: true,
    library,
    whenRead: Promise.resolve(),
    store,
    requests,
    guard: testGuard(library),
    viewerCommands: createViewerCommands({ signingKey: 'key', now: Date.now }),
    access: { token: null, isLoopbackOnly: true },
    resolveStack: async (stack: string) => stack,
    readSignedIn: createReadSignedIn('key'),
    wrongTokens: createRateLimit({ perMinute: 10, now: Date.now }),
    storeWatch: createStoreWatch(store, { reportError: () => {} }),
    canSpool: () => false,
    metrics: createMetrics(),
    log: silentLog,
    isDraining: () => false,
    outbox: null,
    countryOf: () => '',
    dimensionNames: () => ({}),
    demoPort: () => 1,
    servedPages: { add: () => {} },
    embedPort: 1,
    now: Date.now,
    reportError: () => {},
  };
  return { apps: { embed: createEmbedApp(deps), demo: createDemoApp(deps) }, spent };
}

async function statusOf(app: Hono<ServerEnv>, path: string, method: string): Promise<number> {
  const incoming = new IncomingMessage(new Socket());
  const reply = await app.request(
    path.replaceAll(/:\w+|\*/g, 'x'),
    { method },
    {
      incoming,
      outgoing: new ServerResponse(incoming),
      trustedProxies: new BlockList(),
      files: createFileAnswers({ now: Date.now }),
      requestId: 'a',
    },
  );
  return reply.status;
}

test.each([true, false])(
  'every route of both origins refuses a client that has used up the budget of its kind (telemetry: %s)',
  async (isTelemetryOn) => {
    const { apps, spent } = await appsWithoutBudget(isTelemetryOn);
    for (const [origin, app] of Object.entries(apps)) {
      const found: Record<string, Set<string>> = {};
      for (const { path, method } of app.routes) {
        // Middleware is for all methods.
        if (method === 'ALL') continue;
        spent.length = 0;
        expect([method, path, await statusOf(app, path, method)]).toEqual([method, path, 429]);
        expect([method, path, spent.length]).toEqual([method, path, 1]);
        for (const budget of spent) found[budget] = (found[budget] ?? new Set()).add(path);
      }
      const { calls, ...others } = found;
      expect(calls?.size, origin).toBeGreaterThan(4);
      const sorted = Object.fromEntries(
        Object.entries(others).map(([name, paths]) => [name, [...paths].sort()]),
      );
      expect(sorted, origin).toEqual(
        origin === 'embed' ? expected : { checks: ['/healthz/request'] },
      );
      // Unknown paths and preflights too.
      spent.length = 0;
      expect(await statusOf(app, '/none/at/all', 'DELETE')).toBe(429);
      expect(await statusOf(app, '/youtubei/v1/player', 'OPTIONS')).toBe(429);
      expect(spent).toEqual(['calls', 'checks']);
    }
  },
);

test('files, live streams and checks are available when the calls are used up, and have a limit of their own', async () => {
  const nowMs = 1_800_000_000_000;
  const server = await startTestServer({ rateLimit: 2 }, () => nowMs);
  const ask = async (path: string, count: number) => {
    const replies = [];
    for (let index = 0; index < count; index += 1)
      replies.push(await rawRequest(server.embed, path));
    return replies.map(({ status }) => status);
  };
  expect(await ask('/embed/x', 3)).toEqual([200, 200, 429]);
  expect(await ask('/assets/main-abc.js', 9)).toEqual([...Array(8).fill(200), 429]);
  expect(await ask('/media/none.mp4', 1)).toEqual([429]);
  expect(await ask('/live/none/x.m3u8', 9)).toEqual([...Array(8).fill(404), 429]);
  expect(await ask('/healthz', 3)).toEqual([200, 200, 429]);
  const refused = await rawRequest(server.embed, '/media/none.mp4');
  expect(refused.headers).toMatchObject({ 'retry-after': '8', 'access-control-allow-origin': '*' });
  expect(JSON.parse(refused.body)).toMatchObject({ error: { code: 'RATE_LIMITED' } });
});

test('a server without a rate limit has no limit of any kind', () => {
  const budgets = createRequestBudgets({ perMinute: 0, now: Date.now });
  for (const limit of Object.values(budgets)) {
    for (let count = 0; count < 100; count += 1) limit.take('a');
    expect(limit.waitMs('a')).toBe(0);
  }
});
