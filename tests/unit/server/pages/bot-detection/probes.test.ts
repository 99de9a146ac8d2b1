import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { pageConfigIn } from '../../support/page-config-in.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer, type TestServer } from '../../support/start-test-server.ts';

async function probesOf(server: TestServer): Promise<unknown> {
  const page = await (
    await fetch(`${server.embed}/embed/x?probes=1&botDetection=https://evil.example`)
  ).text();
  return pageConfigIn(page).probes;
}

test('by default players probe nothing, and no probe script is served', async () => {
  const server = await startTestServer();
  expect(await probesOf(server)).toBeUndefined();
  expect((await rawRequest(server.embed, '/bot-detection/botd.js')).status).toBe(404);
});

test('with bot detection on, players get the URL of its script, which any of their frames may run', async () => {
  const server = await startTestServer({ botDetection: true });
  expect(await probesOf(server)).toEqual({ botDetection: '/bot-detection/botd.js' });
  const { status, headers, body } = await rawRequest(server.embed, '/bot-detection/botd.js');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const page: Record<string, unknown> = {};
  new Script(body).runInNewContext(page);
  expect(Object.keys(page)).toEqual(['offstageBotDetection']);
  expect(typeof page.offstageBotDetection).toBe('function');
  expect(body).toContain('Licensed under the MIT');
});

test('other providers’ scripts are passed on, and the server serves no script of its own then', async () => {
  const botDetection = 'https://bots.example/b.js';
  const adStatus = 'https://ads.example/a.js';
  const server = await startTestServer({ botDetection, adStatus });
  expect(await probesOf(server)).toEqual({ botDetection, adStatus });
  expect((await rawRequest(server.embed, '/bot-detection/botd.js')).status).toBe(404);
});

test('with telemetry off nothing is probed, whatever else is configured', async () => {
  const server = await startTestServer({
    isTelemetryOn: false,
    botDetection: true,
    adStatus: 'https://ads.example/a.js',
  });
  expect(await probesOf(server)).toBeUndefined();
  expect((await rawRequest(server.embed, '/bot-detection/botd.js')).status).toBe(404);
});
