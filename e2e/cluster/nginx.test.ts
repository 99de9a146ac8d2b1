import type { IncomingMessage, ServerResponse } from 'node:http';
import { type APIRequestContext, expect } from '@playwright/test';
import { errorReportPath } from '../../shared/telemetry/error-report-path.ts';
import { logEndpoints, providerLogPath } from '../../shared/telemetry/log-event.ts';
import { test } from '../support/worker.ts';
import { type Nginx, startNginx } from './support/nginx.ts';
import { type StandIn, startStandIn } from './support/start-stand-in.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const well: Answer = (_, response) => response.end('well');
/** Reads the whole request, then dies. */
const dies: Answer = (request) => request.socket.destroy();
const says =
  (status: number): Answer =>
  (_, response) => {
    response.writeHead(status, { 'Retry-After': '1' });
    response.end();
  };

interface Pair {
  nginx: Nginx;
  first: StandIn;
  second: StandIn;
  context: APIRequestContext;
}

/** Each test has its own nginx, because nginx avoids a server that failed once for a while. */
const pairTest = test.extend<{ pair: (first: Answer, second: Answer) => Promise<Pair> }>({
  pair: async ({ playwright }, use) => {
    const started: { dispose(): Promise<void> }[] = [];
    const context = await playwright.request.newContext({ ignoreHTTPSErrors: true });
    await use(async (ofFirst, ofSecond) => {
      const first = await startStandIn(ofFirst);
      const second = await startStandIn(ofSecond);
      const nginx = await startNginx([first.origin, second.origin]);
      started.push(first, second, nginx);
      return { nginx, first, second, context };
    });
    await context.dispose();
    for (const thing of started.reverse()) await thing.dispose();
  },
});

for (const path of [
  logEndpoints.log_event,
  logEndpoints.video_stats,
  providerLogPath,
  `${errorReportPath}?a=1`,
])
  pairTest(
    `if a server dies with a request, nginx sends it to the other one: POST ${path}`,
    async ({ pair }) => {
      const { nginx, first, second, context } = await pair(dies, well);
      // Requests alternate, so that one of two reaches the server that dies.
      for (let n = 0; n < 2; n += 1)
        expect((await context.post(`${nginx.origin}${path}`, { data: 'x' })).status()).toBe(200);
      expect(first.asked).toEqual([`POST ${path}`]);
      expect(second.asked).toEqual([`POST ${path}`, `POST ${path}`]);
    },
  );

pairTest(
  'nginx does not repeat other POST requests, because they may already have taken effect',
  async ({ pair }) => {
    const { nginx, first, second, context } = await pair(dies, dies);
    const answer = await context.post(`${nginx.origin}/youtubei/v1/feedback?alt=json`, {
      data: 'x',
    });
    expect(answer.status()).toBe(502);
    expect([...first.asked, ...second.asked]).toHaveLength(1);
  },
);

pairTest('nginx repeats GET requests', async ({ pair }) => {
  const { nginx, context } = await pair(dies, well);
  for (let n = 0; n < 2; n += 1)
    expect((await context.get(`${nginx.origin}/embed/offstage002`)).status()).toBe(200);
});

pairTest(
  'nginx asks the other server only for scripts that the first one lacks',
  async ({ pair }) => {
    const { nginx, first, context } = await pair(says(404), well);
    for (let n = 0; n < 4; n += 1)
      expect((await context.get(`${nginx.origin}/assets/new-build.js`)).status()).toBe(200);
    // A missing script does not make nginx avoid this server.
    expect(first.asked).toHaveLength(2);
    const statuses = [];
    for (let n = 0; n < 2; n += 1)
      statuses.push((await context.get(`${nginx.origin}/embed/offstage002`)).status());
    expect(statuses.sort()).toEqual([200, 404]);
  },
);

pairTest(
  'a failing store is reported to players, and no server is taken out of rotation',
  async ({ pair }) => {
    const { nginx, first, second, context } = await pair(says(503), says(503));
    for (let n = 0; n < 4; n += 1) {
      const answer = await context.post(`${nginx.origin}${logEndpoints.log_event}`, { data: 'x' });
      expect(answer.status()).toBe(503);
      expect(answer.headers()['retry-after']).toBe('1');
    }
    expect([first.asked.length, second.asked.length]).toEqual([2, 2]);
  },
);
