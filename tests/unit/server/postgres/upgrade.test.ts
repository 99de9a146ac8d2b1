import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { documentDays } from '../../../../server/store/postgres/document-days.ts';
import { migratePostgres } from '../../../../server/store/postgres/migrate-postgres.ts';
import { openPostgresStore } from '../../../../server/store/postgres/open-postgres-store.ts';
import { postgresMigrations } from '../../../../server/store/postgres/postgres-migrations.ts';
import { dimensionTables } from '../../../../server/store/reports/dimension-tables.ts';
import { begun, wholeTime } from '../reports/playback-events.ts';
import { createDatabase, type TestDatabase } from '../support/postgres-database.ts';
import { storeBatch } from '../support/store-batches.ts';

const sid = 'document-0123456789abcdef';
const receivedMs = 20_000 * 86_400_000;

/** A store of an earlier version, with a document of two events and a playback, and a viewer. */
async function oldStore(version: number): Promise<TestDatabase> {
  const database = await createDatabase();
  for (const step of postgresMigrations.slice(0, version)) await database.sql(step);
  await database.sql(`
    CREATE TABLE store_version (version integer NOT NULL);
    INSERT INTO store_version VALUES (${version});
    INSERT INTO clients (day, sid, highest_seq, stored_count, rejected_count, first_received_ms, last_received_ms)
      VALUES (20000, '${sid}', 3, 2, 0, ${receivedMs}, ${receivedMs});
    INSERT INTO events (day, sid, seq, name, endpoint, event_time_ms, received_ms, client_event_id, context, payload)
      SELECT 20000, '${sid}', seq, 'n', 'log_event', 1, ${receivedMs}, 'id', '{}', '{}' FROM unnest(ARRAY[1, 3]) AS seq;
    INSERT INTO totals (writer, events, batches, duplicates, rejected, bytes, clients, missing, noted_rejections,
      expired_events, expired_clients, expired_missing) VALUES ('w', 2, 1, 0, 0, 10, 1, 1, 0, 0, 0, 0);
    INSERT INTO documents VALUES ('${sid}', 'https://host.example', 'Chrome');
    INSERT INTO playbacks (sid, cpn, video_id, host, browser, received_ms, is_begun, summary_seq, is_live,
      is_autoplay_blocked, is_exit_before_start, watched_ms, rebuffer_count, rebuffer_ms)
      VALUES ('${sid}', 'cpn-1', 'video-a', 'https://host.example', 'Chrome', ${receivedMs}, 1, 0, 0, 0, 0, 0, 0, 0);
    INSERT INTO viewers (viewer, version) VALUES ('ann', 1);
    INSERT INTO subscriptions (viewer, channel_id, since_ms) VALUES ('ann', 'UC1', 1)`);
  return database;
}

async function open({ hosts }: TestDatabase) {
  const sentences: string[] = [];
  const opened = await openPostgresStore(hosts, { warn: (sentence) => sentences.push(sentence) });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  return { store: opened.value, sentences };
}

test('an upgraded store keeps its documents, events, playbacks and viewers, and says how far it is', async () => {
  const database = await oldStore(2);
  const { store, sentences } = await open(database);
  const steps = postgresMigrations.length - 2;
  expect(sentences).toHaveLength(steps);
  expect(sentences[0]).toMatch(
    new RegExp(
      `is being upgraded: step 1 of ${steps}\\. If it is interrupted, the next start continues\\.$`,
    ),
  );
  expect(sentences.at(-1)).toContain(`step ${steps} of ${steps}.`);
  // Pages of the earlier version go on sending.
  expect(
    await store.insertBatch(
      storeBatch([1, 2, 3, 4], { sid, receivedMs: receivedMs + 1, browser: 'Chrome' }),
    ),
  ).toMatchObject({ value: { accepted: 2, duplicates: 2 } });
  await store.insertBatch(
    storeBatch([], {
      sid,
      receivedMs: receivedMs + 2,
      events: [begun(5, 'cpn-1'), begun(6, 'cpn-2')],
    }),
  );
  expect(await store.summary()).toMatchObject({ events: 6, clients: 1, missing: 0 });
  await store.maintain({ nowMs: receivedMs, keepDays: null });
  const report = await store.reports.dashboard({ ...wholeTime, toMs: 2 * receivedMs });
  expect(report.totals.playbacks).toBe(2);
  const rows = await database.sql('SELECT host FROM playbacks');
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ host: 'https://host.example' })));
  const [viewer] = await database.sql('SELECT bytes, seen_ms FROM viewers');
  expect(viewer).toMatchObject({ bytes: 100 + 3 + 100 + 3 });
  expect(Number(viewer?.seen_ms)).toBeGreaterThan(receivedMs);
});

test('row numbers go on after an upgrade', async () => {
  const database = await oldStore(2);
  await database.sql('UPDATE clients SET row = 7; UPDATE playbacks SET row = 9');
  const { store } = await open(database);
  await store.insertBatch(
    storeBatch([], { sid: 'new-0123456789abcdef', receivedMs, events: [begun(1, 'cpn-1')] }),
  );
  expect(await database.sql('SELECT row FROM clients ORDER BY row')).toEqual([
    { row: 7 },
    { row: 8 },
  ]);
  expect(await database.sql('SELECT row FROM playbacks ORDER BY row')).toEqual([
    { row: 9 },
    { row: 10 },
  ]);
});

test('an interrupted upgrade keeps the steps that it has done, and continues after them', async () => {
  const database = await oldStore(4);
  const steps = postgresMigrations.length - 4;
  // Like a kill or a full disk in the middle of the third step.
  await database.sql('CREATE TABLE playbacks_undated_rows (in_the_way integer)');
  const client = new pg.Client(database.url);
  await client.connect();
  onTestFinished(() => client.end());
  const sentences: string[] = [];
  const upgrade = () => migratePostgres(client, 'db', (sentence) => sentences.push(sentence));
  await expect(upgrade()).rejects.toThrow('playbacks_undated_rows');
  expect(await database.sql('SELECT version FROM store_version')).toEqual([{ version: 6 }]);
  await database.sql('DROP TABLE playbacks_undated_rows');
  expect(await upgrade()).toBeNull();
  expect(sentences.map((sentence) => /step \d+ of \d+/.exec(sentence)?.[0])).toEqual([
    ...[1, 2, 3].map((step) => `step ${step} of ${steps}`),
    ...Array.from({ length: steps - 2 }, (_, done) => `step ${done + 1} of ${steps - 2}`),
  ]);
  const { store } = await open(database);
  expect(await store.storedRanges(sid, 1)).toMatchObject({
    value: {
      stored: [
        [1, 1],
        [3, 3],
      ],
    },
  });
  // Page loads from before the sums by the hour are in them.
  expect(await database.sql('SELECT documents, created, stored FROM document_hours')).toEqual([
    { documents: 1, created: 3, stored: 2 },
  ]);
});

test('the rows of an upgraded store are not read again to check the day in their ids', async () => {
  const database = await oldStore(postgresMigrations.indexOf(documentDays.at(-1) ?? ''));
  const client = new pg.Client(database.url);
  const notices: string[] = [];
  client.on('notice', ({ message }) => notices.push(String(message)));
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('SET client_min_messages = debug1');
  await migratePostgres(client, 'db');
  for (const table of ['clients', 'documents', 'playbacks'])
    expect(notices).toContain(
      `partition constraint for table "${table}_undated" is implied by existing constraints`,
    );
});

test('earlier playbacks and their sums are of unknown device, country, version, engine and starter', async () => {
  const database = await oldStore(postgresMigrations.indexOf(dimensionTables.postgres[0]));
  const sums = ([60_000, 3_600_000, 86_400_000] as const).map(
    (spanMs) => `('all', ${spanMs}, 0, '', 3, 2, 1, 0, 0, 0, '{}')`,
  );
  await database.sql(`INSERT INTO playback_sums VALUES ${sums.join(', ')}`);
  const client = new pg.Client(database.url);
  await client.connect();
  onTestFinished(() => client.end());
  expect(await migratePostgres(client, 'db')).toBeNull();
  const ofKinds = await database.sql(
    'SELECT kind, span_ms, name, playbacks, played FROM playback_sums ORDER BY kind, span_ms',
  );
  const rowOf = (kind: string, span_ms: number) => ({
    ...{ kind, span_ms, name: '', playbacks: 3, played: 2 },
  });
  expect(ofKinds).toEqual([
    ...[60_000, 3_600_000, 86_400_000].map((span) => rowOf('all', span)),
    ...['country', 'device', 'engine', 'started_by', 'version'].flatMap((kind) =>
      [3_600_000, 86_400_000].map((span) => rowOf(kind, span)),
    ),
  ]);
  for (const table of ['documents', 'playbacks'])
    expect(
      await database.sql(`SELECT browser, device, country, version, custom1 FROM ${table}`),
    ).toEqual([{ browser: 'Chrome', device: '', country: '', version: '', custom1: '' }]);
  expect(await database.sql('SELECT engine, started_by FROM playbacks')).toEqual([
    { engine: '', started_by: '' },
  ]);
  // New partitions have the indexes too.
  const ofLoads = ['field_reports', 'playbacks', 'playbacks_undated', 'viewings'];
  const ofPlaybacks = ['playbacks', 'playbacks_undated'];
  for (const [column, tables] of [
    ['country', ofLoads],
    ['custom3', ofLoads],
    ['engine', ofPlaybacks],
    ['started_by', ofPlaybacks],
  ] as const) {
    const indexes = await database.sql(
      `SELECT tablename FROM pg_indexes WHERE indexdef LIKE '%(${column}, received_ms)%' ORDER BY 1`,
    );
    expect(indexes.map(({ tablename }) => tablename)).toEqual(expect.arrayContaining([...tables]));
  }
});
