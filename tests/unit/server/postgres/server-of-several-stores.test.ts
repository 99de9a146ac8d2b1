import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { placeOf } from '../../../../server/store/several/store-map.ts';
import { postBatch } from '../intake/post-batch.ts';
import { datedSid, logBatch, logEvent } from '../support/log-batches.ts';
import { ndjsonOf } from '../support/ndjson.ts';
import { createDatabase, hostsOf, type TestDatabase } from '../support/postgres-database.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const today = 20_000;
/** Nothing listens there. */
const awayUrl = (name: string) => `postgres://offstage@127.0.0.1:1/${name}`;
const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1);

test('a server with two stores places each document on one of them; feeds name the store, and totals are added', async () => {
  const databases = [await createDatabase(), await createDatabase()] as const;
  const server = await startTestServer({ stores: databases.map(({ hosts }) => hosts), spoolMb: 1 });
  const sids = Array.from({ length: 30 }, (_, n) => datedSid(today, n));
  for (const sid of sids) {
    const answer = await postBatch(server, logBatch([logEvent(1), logEvent(2)], { sid }));
    expect(answer).toMatchObject({ status: 200, json: { accepted: 2 } });
    expect(
      await (await fetch(`${server.embed}/youtubei/v1/log_event?sid=${sid}&from=1`)).json(),
    ).toMatchObject({
      stored: [[1, 2]],
    });
  }
  const map = [{ fromDay: 0, stores: databases.map(nameOf) }];
  for (const database of databases) {
    const wanted = sids.filter((sid) => placeOf(map, sid) === nameOf(database));
    expect(wanted.length).toBeGreaterThan(0);
    const rows = await database.sql('SELECT DISTINCT sid FROM events ORDER BY sid');
    expect(rows.map(({ sid }) => sid)).toEqual(wanted.sort());
  }
  const telemetry = async (path: string) => fetch(`${server.embed}/telemetry/${path}`);
  expect(await (await telemetry('summary')).json()).toMatchObject({ events: 60, clients: 30 });
  const feeds = await Promise.all(
    [1, 2].map(async (store) => ndjsonOf(await (await telemetry(`events?store=${store}`)).text())),
  );
  expect(feeds.flat()).toHaveLength(60);
  for (const query of ['events', 'events?after=5', 'events?store=3', 'events?store=0']) {
    const refused = await telemetry(query);
    expect([query, refused.status]).toEqual([query, 400]);
    expect(await refused.json()).toMatchObject({
      error: { code: 'BAD_QUERY', message: expect.stringContaining('"store=1" to "store=2"') },
    });
  }
  expect((await fetch(`${server.embed}/readyz`)).status).toBe(200);
  const report = await (await telemetry('report')).json();
  expect(report.accounting).toMatchObject({ stored: 60, documents: 30 });
});

test('events for a store that is away wait in the spool, the others are stored, and all arrive', async () => {
  const [one, other] = [await createDatabase(), await createDatabase()];
  await (await startTestServer({ stores: [one.hosts, other.hosts] })).stop(0);
  const dataDir = tempDirectory();
  const away = hostsOf(awayUrl(nameOf(other)));
  const server = await startTestServer({ stores: [one.hosts, away], spoolMb: 1, dataDir });
  const sids = Array.from({ length: 20 }, (_, n) => datedSid(today, n));
  for (const sid of sids)
    expect(await postBatch(server, logBatch([logEvent(1)], { sid }))).toMatchObject({
      status: 200,
    });
  const ready = await fetch(`${server.embed}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('spooling')]);
  const storedAtOnce = await one.sql('SELECT count(*)::int AS count FROM events');
  expect(storedAtOnce[0]?.count).toBeGreaterThan(0);
  expect(storedAtOnce[0]?.count).toBeLessThan(sids.length);
  await server.stop(0);
  const both = await startTestServer({ stores: [one.hosts, other.hosts], spoolMb: 1, dataDir });
  await expect
    .poll(async () => (await (await fetch(`${both.embed}/telemetry/summary`)).json()).events)
    .toBe(sids.length);
});

test('while one store does not answer, documents of the others are stored, and its own wait in the spool', async () => {
  const [slow, other] = [await createDatabase(), await createDatabase()];
  const server = await startTestServer({ stores: [slow.hosts, other.hosts], spoolMb: 1 });
  const sids = Array.from({ length: 20 }, (_, n) => datedSid(today, n));
  const map = [{ fromDay: 0, stores: [nameOf(slow), nameOf(other)] }];
  const ofOther = sids.filter((sid) => placeOf(map, sid) === nameOf(other));
  const holder = new pg.Client(slow.url);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('BEGIN; LOCK TABLE clients IN ACCESS EXCLUSIVE MODE');
  const answers = await Promise.all(
    sids.map((sid) => postBatch(server, logBatch([logEvent(1)], { sid }))),
  );
  expect(answers.map(({ status }) => status)).toEqual(sids.map(() => 200));
  const stored = await other.sql('SELECT sid FROM events ORDER BY sid');
  expect(stored.map(({ sid }) => sid)).toEqual(ofOther.toSorted());
  await holder.query('COMMIT');
  await expect
    .poll(async () => (await (await fetch(`${server.embed}/telemetry/summary`)).json()).events)
    .toBe(sids.length);
  expect(await slow.sql('SELECT count(*)::int AS count FROM events')).toEqual([
    { count: sids.length - ofOther.length },
  ]);
});
