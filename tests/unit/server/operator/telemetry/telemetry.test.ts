import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runToken } from '../../../../../server/cli/run-token.ts';
import { isOperator } from '../../../../../server/operator/telemetry/is-operator.ts';
import { logBatch, logEvent } from '../../support/log-batches.ts';
import { readNdjson } from '../../support/ndjson.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/start-test-server.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

async function storeEvents(server: TestServer, count: number): Promise<void> {
  for (let first = 1; first <= count; first += 100) {
    const events = Array.from({ length: Math.min(100, count - first + 1) }, (_, index) =>
      logEvent(first + index),
    );
    await fetch(`${server.embed}/youtubei/v1/log_event`, {
      method: 'POST',
      body: JSON.stringify(logBatch(events)),
    });
  }
}

const seqsOf = (ndjson: string): number[] =>
  ndjson
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).seq);

const fromOutside: Record<string, string>[] = [
  { 'X-Forwarded-For': '203.0.113.9' },
  { Forwarded: 'for=203.0.113.9' },
  { 'X-Forwarded-Host': 'video.example' },
  { 'X-Real-IP': '203.0.113.9' },
  { Via: '1.1 proxy.example' },
  { Host: 'rebound.example' },
];

test.each([
  ...fromOutside,
  // A proxy that adds no header looks like this machine.
  {},
  { Authorization: 'Bearer wrong' },
  { Authorization: 'Basic c2VjcmV0' },
])('when a token is set a request with %j needs it, on loopback too', async (headers) => {
  const server = await startTestServer({ token: 'secret' });
  for (const origin of [server.embed, server.demo]) {
    for (const path of ['/telemetry/summary', '/telemetry/events', '/telemetry/events?last=1']) {
      const refused = await rawRequest(origin, path, { headers });
      expect(refused.status).toBe(401);
      expect(refused.headers['www-authenticate']).toMatch(/^Bearer/);
      expect(JSON.parse(refused.body).error).toMatchObject({
        code: 'UNAUTHORIZED',
        message: expect.stringMatching(/token/),
      });
    }
    const allowed = await rawRequest(origin, '/telemetry/summary', {
      headers: { ...headers, Authorization: 'Bearer secret' },
    });
    expect(allowed.status).toBe(200);
  }
});

test.each(fromOutside)(
  'without a token a request with %j is refused with an explanation [threat-telemetry-token]',
  async (headers) => {
    const server = await startTestServer();
    for (const Authorization of ['Bearer null', 'Bearer ']) {
      const reply = await rawRequest(server.embed, '/telemetry/summary', {
        headers: { ...headers, Authorization },
      });
      expect(reply.status).toBe(401);
      expect(reply.body).toContain('run `npx offstage token` with the server’s --data');
    }
  },
);

test('without a token this machine can read the telemetry of a server that only it can reach', async () => {
  const server = await startTestServer();
  expect((await rawRequest(server.embed, '/telemetry/summary')).status).toBe(200);
  expect((await rawRequest(server.demo, '/telemetry/events')).status).toBe(200);
  expect(isOperator({ token: null, isLoopbackOnly: false }, () => 'localhost')).toBe(false);
});

test('a server that others can reach always requires the token', () => {
  const access = { token: 'secret', isLoopbackOnly: false };
  const headers = (values: Record<string, string>) => (name: string) => values[name];
  expect(isOperator(access, headers({ host: 'localhost:4400' }))).toBe(false);
  expect(
    isOperator(access, headers({ host: 'localhost:4400', authorization: 'Bearer secret2' })),
  ).toBe(false);
  expect(
    isOperator(access, headers({ host: 'localhost:4400', authorization: 'bearer secret' })),
  ).toBe(true);
});

test('a server that others can reach makes a missing token, readable only by its user, and keeps it [threat-stored-keys]', async () => {
  const dataDir = tempDirectory();
  const first = await startTestServer({ dataDir, host: '0.0.0.0' });
  const file = join(dataDir, 'operator-token');
  expect(first.tokenFile).toBe(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await rawRequest(first.embed, '/telemetry/summary')).status).toBe(401);
  const token = readFileSync(file, 'utf8').trim();
  expect(token.length).toBeGreaterThan(20);
  await first.stop(0);

  const second = await startTestServer({ dataDir, host: '0.0.0.0' });
  const reply = await rawRequest(second.embed, '/telemetry/summary', {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(200);
});

test('a server on localhost uses the token that `offstage token` made, and asks this machine for it too', async () => {
  const dataDir = tempDirectory();
  const before = await startTestServer({ dataDir });
  expect(before.tokenFile).toBeNull();
  expect((await rawRequest(before.embed, '/telemetry/summary')).status).toBe(200);
  expect(existsSync(join(dataDir, 'operator-token'))).toBe(false);
  await before.stop(0);

  const { stdout } = await runCommand(runToken, ['token', '--data', dataDir, '--show']);
  const server = await startTestServer({ dataDir });
  expect(server.tokenFile).toBe(join(dataDir, 'operator-token'));
  const statusWith = async (headers: Record<string, string>) =>
    (await rawRequest(server.embed, '/telemetry/summary', { headers })).status;
  expect(await statusWith({})).toBe(401);
  const Authorization = `Bearer ${stdout.trim()}`;
  expect(await statusWith({ Authorization, 'X-Forwarded-For': '203.0.113.9' })).toBe(200);
});

test('a given token is used unchanged, and no file is made [threat-stored-keys]', async () => {
  const server = await startTestServer({ host: '0.0.0.0', token: 'given' });
  expect(server.tokenFile).toBeNull();
  expect(
    (
      await rawRequest(server.embed, '/telemetry/summary', {
        headers: { Authorization: 'Bearer given' },
      })
    ).status,
  ).toBe(200);
});

test.each([
  'after=x',
  'after=-1',
  'after=',
  'after=1.5',
  'limit=x',
  'limit=1e3',
  'last=x',
  'last=',
  'last=-1',
  'after=99999999999999999999',
])('?%s is refused', async (query) => {
  const server = await startTestServer();
  const reply = await rawRequest(server.embed, `/telemetry/events?${query}`);
  expect(reply.status).toBe(400);
  expect(JSON.parse(reply.body).error).toEqual({
    code: 'BAD_NUMBER',
    message: `"${query.split('=')[0]}" must be a whole number, 0 or more, without a sign.`,
  });
});

test('events after a row are returned up to a limit, on both origins', async () => {
  const server = await startTestServer();
  await storeEvents(server, 5);
  const all = await (await fetch(`${server.embed}/telemetry/events`)).text();
  // Rows only grow, with gaps.
  const rows: number[] = all
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).row);
  const page = await fetch(`${server.embed}/telemetry/events?after=${rows[0]}&limit=3`);
  expect(page.headers.get('content-type')).toBe('application/x-ndjson');
  expect(page.headers.get('access-control-allow-origin')).toBeNull();
  expect(seqsOf(await page.text())).toEqual([2, 3, 4]);
  expect(
    seqsOf(await (await fetch(`${server.demo}/telemetry/events?after=${rows[3]}`)).text()),
  ).toEqual([5]);
  expect(await (await fetch(`${server.demo}/telemetry/events?after=${rows[4]}`)).text()).toBe('');
  expect(await (await fetch(`${server.demo}/telemetry/events?limit=0`)).text()).toBe('');
});

test('a page longer than one read is complete and in order', async () => {
  const server = await startTestServer();
  await storeEvents(server, 1_050);
  const all = seqsOf(await (await fetch(`${server.embed}/telemetry/events?limit=999999`)).text());
  expect(all).toEqual(Array.from({ length: 1_050 }, (_, index) => index + 1));
  expect(seqsOf(await (await fetch(`${server.embed}/telemetry/events`)).text())).toHaveLength(
    1_000,
  );
});

test('the newest events are returned in order of arrival', async () => {
  const server = await startTestServer();
  await storeEvents(server, 5);
  await storeEvents(server, 5);
  await storeEvents(server, 7);
  const last = async (query: string) => {
    return readNdjson(`${server.demo}/telemetry/events?${query}`);
  };
  expect((await last('last=3')).map(({ seq }) => seq)).toEqual([5, 6, 7]);
  const rows = (await last('last=3')).map(({ row }) => row);
  expect(rows).toEqual(rows.toSorted((a, b) => a - b));
  expect((await last('last=999999')).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await last('last=0')).toEqual([]);
});

test.each(['last=3&after=1', 'last=3&limit=2'])(
  '?%s, which contradicts itself, is refused',
  async (query) => {
    const server = await startTestServer();
    const reply = await rawRequest(server.embed, `/telemetry/events?${query}`);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body).error).toEqual({
      code: 'BAD_QUERY',
      message: '"last" is the number of newest rows; do not combine it with "after" or "limit".',
    });
  },
);
