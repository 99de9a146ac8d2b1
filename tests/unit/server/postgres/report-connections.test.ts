import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import { type LinkLimits, linkLimits } from '../../../../server/store/postgres/link-limits.ts';
import { openPostgresStore } from '../../../../server/store/postgres/open-postgres-store.ts';
import type { ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import { anyPlayback } from '../../../../shared/telemetry/playback-dimensions.ts';
import { begun } from '../reports/playback-events.ts';
import { datedSid } from '../support/log-batches.ts';
import { createDatabase, type TestDatabase } from '../support/postgres-database.ts';
import { storeBatch } from '../support/store-batches.ts';

const all: ReportFilter = { fromMs: 0, toMs: 1_000, videoId: null, ...anyPlayback };

async function openWith(database: TestDatabase, limits: Partial<LinkLimits>): Promise<EventStore> {
  const opened = await openPostgresStore(database.hosts, {
    warn: () => {},
    limits: { ...linkLimits, ...limits },
  });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  return opened.value;
}

/** Another program's transaction. */
async function openOther({ url }: TestDatabase): Promise<pg.Client> {
  const other = new pg.Client(url);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('BEGIN');
  return other;
}

/** Resolves when this number of the store's queries wait for a lock. */
const waitingFor = (database: TestDatabase, count: number) =>
  expect
    .poll(() =>
      database.sql('SELECT count(DISTINCT pid) AS waiting FROM pg_locks WHERE NOT granted'),
    )
    .toEqual([{ waiting: count }]);

test('as many reports as there are connections still leave the intake its own [feature-intake]', async () => {
  const database = await createDatabase();
  const store = await openWith(database, { poolCount: 3, reportsCount: 2, connectMs: 3_000 });
  // Slow reports: they wait for this lock.
  const other = await openOther(database);
  await other.query('LOCK TABLE playbacks IN ACCESS EXCLUSIVE MODE');
  const reports = Array.from({ length: 9 }, (_, n) =>
    n % 3 === 0 ? store.reports.overview(all) : store.reports.dashboard(all),
  );
  await waitingFor(database, 2);
  for (const seq of [1, 2, 3])
    expect(await store.insertBatch(storeBatch([seq]))).toMatchObject({ value: { accepted: 1 } });
  expect(await store.summary()).toMatchObject({ events: 3 });
  await other.query('COMMIT');
  expect(await Promise.all(reports)).toHaveLength(9);
});

test('reports beyond the queue’s limit fail with a busy store', async () => {
  const database = await createDatabase();
  const store = await openWith(database, { reportsCount: 1, reportsWaitingCount: 1 });
  const other = await openOther(database);
  await other.query('LOCK TABLE playbacks IN ACCESS EXCLUSIVE MODE');
  const first = store.reports.overview(all);
  await waitingFor(database, 1);
  const second = store.reports.playbackRows(all, null, 1);
  await expect(store.reports.dashboard(all)).rejects.toMatchObject({
    failure: { code: 'STORE_BUSY' },
  });
  await other.query('COMMIT');
  expect(await first).toMatchObject({ playbacks: 0 });
  expect(await second).toEqual([]);
  // Their turns have been released.
  expect(await store.reports.dashboard(all)).toMatchObject({ totals: { playbacks: 0 } });
});

test('a report that fails releases its turn', async () => {
  const database = await createDatabase();
  const store = await openWith(database, { reportsCount: 1, statementMs: 3_000 });
  const other = await openOther(database);
  await other.query('LOCK TABLE playbacks IN ACCESS EXCLUSIVE MODE');
  await expect(store.reports.overview(all)).rejects.toMatchObject({
    failure: { code: 'STORE_BUSY' },
  });
  await other.query('COMMIT');
  expect(await store.reports.overview(all)).toMatchObject({ playbacks: 0 });
});

test('events stored while a report is read are in none of its figures', async () => {
  const database = await createDatabase();
  const store = await openWith(database, {});
  await store.insertBatch(storeBatch([1]));
  // The report has read everything but lost events, for which it waits, and the errors.
  const other = await openOther(database);
  await other.query('LOCK TABLE provider_log IN ACCESS EXCLUSIVE MODE');
  const report = store.reports.dashboard(all);
  await waitingFor(database, 1);
  await other.query(`INSERT INTO errors
    (fingerprint, count, first_received_ms, last_received_ms, last_id, last_sid, source, level, type, message, line, stack,
     client_name, client_version, params) VALUES ('f', 1, 5, 5, 'i', 's', 'page', 'ERROR', 't', 'm', 1, '', 'c', 'v', '{}')`);
  await other.query('COMMIT');
  expect((await report).errors).toEqual([]);
  expect((await store.reports.dashboard(all)).errors).toHaveLength(1);
});

test('a running report delays no batch and no partition of events, and those of playbacks until it ends', async () => {
  const database = await createDatabase();
  const store = await openWith(database, {});
  const day = 86_400_000;
  const batch = { receivedMs: 40 * day };
  await store.insertBatch(storeBatch([1], batch));
  const other = await openOther(database);
  // The report waits for the errors, which the daily maintenance does not read.
  await other.query('LOCK TABLE errors IN ACCESS EXCLUSIVE MODE');
  const report = store.reports.dashboard(all);
  await waitingFor(database, 1);
  const maintained = store.maintain({ nowMs: 40 * day, keepDays: 31 });
  await waitingFor(database, 2);
  expect(
    await store.insertBatch(
      storeBatch([], { ...batch, sid: datedSid(40), events: [begun(1, 'c')] }),
    ),
  ).toMatchObject({ value: { accepted: 1 } });
  expect(await maintained).toMatchObject({ ok: false, error: { code: 'STORE_BUSY' } });
  const partitions = () =>
    database.sql("SELECT relname FROM pg_class WHERE relname ~ '_day_40$' AND relkind = 'r'");
  expect(await partitions()).toEqual([{ relname: 'events_day_40' }]);
  await other.query('COMMIT');
  expect(await report).toMatchObject({ accounting: { stored: 1 } });
  expect(await store.maintain({ nowMs: 40 * day, keepDays: 31 })).toMatchObject({ ok: true });
  expect(await partitions()).toHaveLength(4);
});
