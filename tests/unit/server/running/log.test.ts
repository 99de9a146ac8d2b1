import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { LibraryVideo } from '../../../../server/library/open-video.ts';
import { createLog } from '../../../../server/operator/log/create-log.ts';
import { shownAddress } from '../../../../server/operator/log/shown-address.ts';
import { parseOptions } from '../../../../server/options/parse-options.js';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';

function capture(format: 'text' | 'json') {
  const printed: string[] = [];
  const errors: unknown[] = [];
  const log = createLog({
    format,
    print: (line) => printed.push(line),
    printError: (error) => errors.push(error),
    now: () => 1_700_000_000_000,
  });
  return { log, printed, errors };
}

test('as JSON each event is a line with its time, level, code and message, whatever they contain', () => {
  const { log, printed, errors } = capture('json');
  log.info('LISTENING', 'a\nb "c"', { port: 4_400 });
  log.warn('LIBRARY', 'odd file');
  log.error('INTERNAL', new Error('broke\n{"level":"info"}'), { requestId: 'r1' });
  expect(errors).toEqual([]);
  expect(printed.every((line) => !line.includes('\n'))).toBe(true);
  expect(printed.map((line) => JSON.parse(line))).toEqual([
    {
      time: '2023-11-14T22:13:20.000Z',
      level: 'info',
      code: 'LISTENING',
      message: 'a\nb "c"',
      port: 4_400,
    },
    { time: '2023-11-14T22:13:20.000Z', level: 'warn', code: 'LIBRARY', message: 'odd file' },
    {
      time: '2023-11-14T22:13:20.000Z',
      level: 'error',
      code: 'INTERNAL',
      message: 'broke\n{"level":"info"}',
      requestId: 'r1',
      stack: expect.stringContaining('log.test.ts'),
    },
  ]);
});

test('as text the log is for people: failures go to standard error, with their request', () => {
  const { log, printed, errors } = capture('text');
  const error = new Error('broke');
  log.info('X', 'hello');
  log.warn('X', 'careful');
  log.error('X', error);
  log.error('X', error, { requestId: 'r1' });
  expect(printed).toEqual(['hello']);
  expect(errors.slice(0, 2)).toEqual(['warning: careful', inspect(error)]);
  expect(errors[2]).toMatch(/broke.*\(requestId r1\)$/s);
});

test('a request is a line with its route, and without address, path, query and token [threat-log]', async () => {
  const server = await startTestServer({ hasAccessLog: true, token: 'secret' });
  await rawRequest(server.embed, '/embed/offstage001?token=verysecret', {
    headers: { 'X-Forwarded-For': '203.0.113.77', 'X-Request-Id': 'from-the-proxy' },
  });
  await rawRequest(server.embed, '/telemetry/summary', {
    headers: { Authorization: 'Bearer secret' },
  });
  await expect.poll(() => server.lines.length).toBe(2);
  const [first = '', second = ''] = server.lines;
  expect(JSON.parse(first)).toMatchObject({
    level: 'info',
    code: 'REQUEST',
    requestId: 'from-the-proxy',
    method: 'GET',
    route: '/embed/*',
    status: 200,
    client: '203.0.113.0/24',
    isCutOff: false,
  });
  expect(first + second).not.toMatch(/secret|offstage001|203\.0\.113\.77/);
});

test('by default the server writes no line for a request', async () => {
  const server = await startTestServer();
  await rawRequest(server.embed, '/healthz');
  expect(server.lines).toEqual([]);
});

test('a 500 names the id under which the operator finds the cause; request ids of clients are ignored', async () => {
  const server = await startTestServer({ trustedProxies: [] });
  (server.library.videos as Map<string, LibraryVideo | string>).set('broken00000', 'no video');
  const reply = await rawRequest(server.embed, '/youtubei/v1/player', {
    method: 'POST',
    body: '{"videoId":"broken00000"}',
    headers: { 'X-Request-Id': 'mine' },
  });
  expect(reply.status).toBe(500);
  expect(reply.body).toMatch(/under [\da-f-]{36}\./);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3::4', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['', ''],
])('the address %j is logged as %j', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});

test.each([
  ['--log', 'xml'],
  ['--metrics', 'all'],
  ['--access-log', 'yes'],
  ['--drain-ms', '-1'],
  ['--drain-ms', '5s'],
  ['--drain-ms', '600001'],
])('%s %s is refused in a sentence with the valid values', (option, value) => {
  expect(parseOptions([option, value], {})).toMatchObject({
    ok: false,
    error: {
      code: 'INVALID_VALUE',
      message: expect.stringMatching(new RegExp(`^${option} "${value}".*; use `)),
    },
  });
});

test('the environment sets the options of logs, metrics and stopping', () => {
  const env = {
    OFFSTAGE_LOG: 'json',
    OFFSTAGE_ACCESS_LOG: 'on',
    OFFSTAGE_METRICS: 'open',
    OFFSTAGE_DRAIN_MS: '5000',
  };
  expect(parseOptions([], env)).toMatchObject({
    value: { log: 'json', hasAccessLog: true, areMetricsOpen: true, drainMs: 5_000 },
  });
});
