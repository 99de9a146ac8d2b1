import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { datedSid } from '../support/log-batches.ts';
import { dayMs, maintainAt, noon, oldSid, openNew, placesOf, played, today } from './days-store.ts';

/** Connections that wait for a lock. */
const waitingFor = (database: Awaited<ReturnType<typeof openNew>>['database']) =>
  database.sql(
    "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );

test('a batch that is being stored while its document’s day expires is neither lost nor counted as expired', async () => {
  const opened = await openNew();
  const { database, store } = opened;
  const sid = datedSid(today);
  for (const one of [sid, oldSid]) await store.insertBatch(played(one, 1));
  const writer = new pg.Client(database.url);
  await writer.connect();
  onTestFinished(() => writer.end());
  // PostgreSQL ends the session that looks for a deadlock first. That is this one if the other has
  // looked before there was any, as on a busy machine.
  await writer.query("SET deadlock_timeout = '1h'");
  const receive = (one: string, idDay: number) =>
    writer.query(
      `UPDATE clients SET last_received_ms = ${noon + 33 * dayMs} WHERE sid = '${one}' AND id_day = ${idDay}`,
    );
  // Drops the day before, so that the next day to drop is this.
  await maintainAt(opened, today + 31);
  await writer.query('BEGIN');
  await receive(oldSid, -1);
  const maintained = maintainAt(opened, today + 32);
  // The day's documents have been counted.
  await expect.poll(() => waitingFor(database)).toHaveLength(1);
  await receive(sid, today);
  await writer.query('COMMIT');
  const first = await maintained;
  // PostgreSQL ends the deadlock, or the wait for a lock ends first; the next maintenance goes on.
  if (!first.ok) {
    expect(first.error.code).toBe('STORE_BUSY');
    expect(await maintainAt(opened, today + 32)).toMatchObject({ ok: true });
  }
  expect(await placesOf(opened, sid)).toContain('clients_other');
  expect(await store.summary()).toMatchObject({
    events: 2,
    clients: 2,
    expired: { events: 0, clients: 0 },
  });
});

test('during a long read a day is not dropped; batches wait for it seconds at most, and the next maintenance drops it', async () => {
  const opened = await openNew();
  const { database, store } = opened;
  await store.insertBatch(played(datedSid(today), 1));
  const reader = new pg.Client(database.url);
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('BEGIN; SELECT count(*) FROM playbacks');
  const maintained = maintainAt(opened, today + 33);
  let isOver = false;
  void maintained.then(() => {
    isOver = true;
  });
  await expect.poll(async () => isOver || (await waitingFor(database)).length === 1).toBe(true);
  for (let n = 0; n < 20; n++)
    expect(
      await store.insertBatch(
        played(datedSid(today + 33, n), 1, { receivedMs: noon + 33 * dayMs }),
      ),
    ).toMatchObject({ value: { accepted: 1 } });
  expect(await maintained).toMatchObject({ ok: false, error: { code: 'STORE_BUSY' } });
  expect(await placesOf(opened, datedSid(today))).toContain(`clients_day_${today}`);
  await reader.query('COMMIT');
  expect(await maintainAt(opened, today + 33)).toMatchObject({ ok: true });
  expect(await placesOf(opened, datedSid(today))).toEqual([]);
  expect(await store.summary()).toMatchObject({ clients: 20 });
});
