import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { untilPasses } from '../support/until.ts';
import { logBatch, logEvent } from '../unit/server/support/log-batches.ts';
import { runDoctor } from '../unit/server/support/run-doctor.ts';
import { storeBatch } from '../unit/server/support/store-batches.ts';
import { openStore } from '../unit/server/support/store-place.ts';
import { tempDirectory } from '../unit/server/support/temp-directory.ts';
import {
  copiedSeqs,
  copiedSids,
  copyStore,
  createStopped,
  post,
  read,
  send,
  startClickHouse,
  startServer,
} from './copying-server.ts';

const again = 'ClickHouse takes events again.';

test('events that a server stores are soon in ClickHouse, where SQL counts them [feature-clickhouse]', async () => {
  const clickHouse = await startClickHouse();
  const server = await startServer(clickHouse);
  await send(server, [1, 2, 3]);
  await untilPasses(async () => expect(await copiedSeqs(clickHouse)).toEqual([1, 2, 3]));
  const [row] = await clickHouse.rows<Record<string, unknown>>(
    `SELECT *, event_time > toDateTime(0) AS hasTime, toDate(received) = day AS isOfDay
     FROM offstage.events WHERE seq = 1`,
  );
  const feed = await read(server, '/telemetry/events?limit=1');
  const stored = JSON.parse(feed.split('\n')[0] ?? '');
  expect(row).toMatchObject({ store: 'sqlite', hasTime: 1, isOfDay: 1 });
  expect(row).toMatchObject({ sid: stored.sid, name: stored.name, endpoint: stored.endpoint });
  expect(JSON.parse(String(row?.payload))).toEqual(stored.payload);
  expect(JSON.parse(String(row?.context))).toEqual(stored.context);
  // The copy is counted once all tables of ClickHouse have it.
  await untilPasses(async () => {
    const metrics = await read(server, '/metrics');
    expect(metrics).toContain('offstage_copy_events_total{store="sqlite"} 3');
    expect(metrics).toContain('offstage_copy_behind_seconds{store="sqlite"} 0');
  });
});

test('the documented questions have answers', async () => {
  const clickHouse = await startClickHouse();
  const server = await startServer(clickHouse);
  const summary = (seq: number, errorName: string) =>
    logEvent(seq, { name: 'video_stats.qoe', payload: { cpn: 'playback', errorName } });
  await post(server, logBatch([logEvent(1), summary(2, 'first'), summary(3, 'last')]));
  await untilPasses(async () => expect(await copiedSeqs(clickHouse)).toEqual([1, 2, 3]));
  const docs = readFileSync(
    new URL('../../docs/self-hosting/clickhouse.md', import.meta.url),
    'utf8',
  );
  const [events = '', errors = ''] = [...docs.matchAll(/```sql\n([\s\S]*?)```/g)].map(
    ([, sql]) => sql,
  );
  expect(await clickHouse.rows(events)).toEqual([
    { name: 'video_stats.qoe', events: '2' },
    { name: 'playerStateChanged', events: '1' },
  ]);
  expect(await clickHouse.rows(errors)).toEqual([{ error: 'last', playbacks: '1' }]);
});

test('text that JSON and SQL treat specially is copied as it was sent', async () => {
  const clickHouse = await startClickHouse();
  const server = await startServer(clickHouse);
  const text = 'quote \' " backslash \\ tab \t line \n nul \u0000 lone \ud800 é 🎬';
  const event = logEvent(1);
  await post(server, logBatch([{ ...event, payload: { text } }]));
  await untilPasses(async () => expect(await copiedSeqs(clickHouse)).toEqual([1]));
  const [row] = await clickHouse.rows<{ payload: string }>('SELECT payload FROM offstage.events');
  expect(JSON.parse(row?.payload ?? '')).toEqual({ text });
});

test.each([0, 0.1, 1_700_000_000_000.5, Number.MAX_SAFE_INTEGER, 1e300, Number.MAX_VALUE])(
  'an event whose page says that it happened at %d ms is copied too',
  async (eventTimeMs) => {
    const clickHouse = await startClickHouse();
    const server = await startServer(clickHouse);
    await post(server, logBatch([logEvent(1, { eventTimeMs }), logEvent(2)]));
    await untilPasses(async () => expect(await copiedSeqs(clickHouse)).toEqual([1, 2]));
    const [row] = await clickHouse.rows<{ ms: number; atLeast: number }>(
      'SELECT event_time_ms AS ms, event_time >= toDateTime(0) AS atLeast FROM offstage.events WHERE seq = 1',
    );
    expect(row).toEqual({ ms: eventTimeMs, atLeast: 1 });
  },
);

test('while ClickHouse is away, events are accepted and wait; the operator reads why, and all arrive', async () => {
  const clickHouse = await startClickHouse();
  const server = await startServer(clickHouse);
  await send(server, [1]);
  await untilPasses(async () => expect(await copiedSeqs(clickHouse)).toEqual([1]));
  await clickHouse.end('SIGKILL');
  await send(server, [2, 3]);
  const reason = /^ClickHouse does not take events \(.*ECONNREFUSED.*\)/;
  await untilPasses(() => expect(server.sentences.at(-1)).toMatch(reason));
  expect((await fetch(`${server.embed}/readyz`)).status).toBe(200);
  const metrics = await read(server, '/metrics');
  expect(metrics).toMatch(/offstage_copy_failures_total\{store="sqlite"\} [1-9]/);
  const [, behindSec] = /offstage_copy_behind_seconds\{store="sqlite"\} (\S+)/.exec(metrics) ?? [];
  expect(Number(behindSec)).toBeGreaterThan(0);
  await send(server, [4]);
  await clickHouse.start();
  await untilPasses(async () => expect(await copiedSeqs(clickHouse)).toEqual([1, 2, 3, 4]));
  await untilPasses(() => expect(server.sentences.at(-1)).toBe(again));
});

test('a server that starts before ClickHouse serves, and copies later', async () => {
  const clickHouse = await createStopped();
  const server = await startServer(clickHouse);
  await send(server, [1]);
  await untilPasses(() => expect(server.sentences.at(-1)).toContain('ECONNREFUSED'));
  await clickHouse.start();
  await untilPasses(async () => expect(await copiedSeqs(clickHouse)).toEqual([1]));
});

test('a ClickHouse that does not answer does not delay the end of the server', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  const asked = once(silent, 'request');
  await once(silent, 'listening');
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const copied = await copyStore(port);
  await asked;
  await copied.store.close();
  // The request would have failed by itself after half a minute.
  expect(await copied.metrics.read()).not.toContain('offstage_copy_failures_total{');
  expect(copied.sentences).toEqual([]);
});

test('an emptied ClickHouse gets all events again', async () => {
  const clickHouse = await startClickHouse();
  const server = await startServer(clickHouse);
  await send(server, [1, 2]);
  await untilPasses(async () => expect(await copiedSeqs(clickHouse)).toEqual([1, 2]));
  await clickHouse.run('DROP DATABASE offstage');
  await send(server, [3]);
  await untilPasses(() => expect(server.sentences.at(-1)).toMatch(/offstage/));
  await clickHouse.run('CREATE DATABASE offstage');
  await untilPasses(async () => expect(await copiedSeqs(clickHouse)).toEqual([1, 2, 3]));
});

test('events that are copied twice are there once', async () => {
  const clickHouse = await startClickHouse();
  const first = await startServer(clickHouse);
  await send(first, [1, 2]);
  await untilPasses(async () => expect(await copiedSeqs(clickHouse)).toEqual([1, 2]));
  await clickHouse.run('DROP TABLE offstage.positions');
  await send(first, [3]);
  await untilPasses(async () => expect(await copiedSeqs(clickHouse)).toEqual([1, 2, 3]));
  await clickHouse.run('OPTIMIZE TABLE offstage.events FINAL');
  const rows = await clickHouse.rows<{ copies: string }>(
    'SELECT count() AS copies FROM offstage.events',
  );
  expect(Number(rows[0]?.copies)).toBe(3);
});

test.each([
  ['a wrong password', 'default:wrong-secret@', 'offstage', /password|authentication/i],
  ['an unknown database', 'default:right-secret@', 'nowhere', /nowhere/],
])('%s is named, and no password is', async (_, user, database, cause) => {
  const clickHouse = await startClickHouse('right-secret');
  const server = await startServer(clickHouse, { user, database });
  await send(server, [1]);
  await untilPasses(() => expect(server.sentences.at(-1)).toMatch(cause));
  expect(server.sentences.join()).not.toContain('secret');
  expect(server.errors).toEqual([]);
});

test('a table of other columns under the same name is refused, and stays as it is', async () => {
  const clickHouse = await startClickHouse();
  await clickHouse.run(
    'CREATE TABLE offstage.events (mine String) ENGINE = MergeTree ORDER BY mine',
  );
  const server = await startServer(clickHouse);
  await send(server, [1]);
  await untilPasses(() => expect(server.sentences.at(-1)).toMatch(/does not take events/));
  expect(
    await clickHouse.rows(
      "SELECT name FROM system.columns WHERE table = 'events' AND database = 'offstage'",
    ),
  ).toEqual([{ name: 'mine' }]);
});

test('copies expire by the day, once the store trusts the clock', async () => {
  const clickHouse = await startClickHouse();
  const store = await openStore();
  const dayMs = 86_400_000;
  const nowMs = Date.now();
  for (const [sid, days] of [
    ['old', 40],
    ['kept', 31],
    ['new', 0],
  ] as const)
    await store.insertBatch(storeBatch([1], { sid, receivedMs: nowMs - days * dayMs }));
  const { store: copied } = await copyStore(clickHouse.httpPort, store);
  await untilPasses(async () =>
    expect(await copiedSids(clickHouse)).toEqual(['kept', 'new', 'old']),
  );
  await copied.maintain({ nowMs, keepDays: null });
  expect(await copiedSids(clickHouse)).toEqual(['kept', 'new', 'old']);
  await copied.maintain({ nowMs, keepDays: 31 });
  expect(await copiedSids(clickHouse)).toEqual(['kept', 'new']);
});

test('offstage doctor says whether ClickHouse can be used, without the password', async () => {
  const clickHouse = await startClickHouse('right-secret');
  const findingOf = async (user: string, path: string) => {
    const url = `clickhouse://${user}127.0.0.1:${clickHouse.httpPort}/${path}`;
    const { findings } = await runDoctor([...doctorArgs(), '--events', url]);
    expect(JSON.stringify(findings)).not.toContain('secret');
    return findings.events;
  };
  const right = 'default:right-secret@';
  expect(await findingOf(right, 'offstage')).toMatchObject({ status: 'ok' });
  for (const [user, path, cause] of [
    ['default:wrong-secret@', 'offstage', /password|authentication/i],
    [right, 'nowhere', /nowhere/],
    [right, 'offstage?cluster=unknown', /no cluster unknown/],
  ] as const)
    expect(await findingOf(user, path)).toMatchObject({
      status: 'problem',
      message: expect.stringMatching(cause),
    });
  await clickHouse.end('SIGKILL');
  expect(await findingOf(right, 'offstage')).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

function doctorArgs(): string[] {
  return ['--port', '0', '--demo-port', '0', '--media', tempDirectory(), '--data', tempDirectory()];
}
