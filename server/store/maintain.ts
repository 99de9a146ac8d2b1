import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { daysBefore } from './day-of.ts';
import type { Maintenance } from './event-store.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';
import { addToTotals } from './totals.ts';

/** Rows that one step looks at, and events that it removes by number, so that nobody waits for long. */
const stepRows = 1_000;

/**
 * What a store needs once a day. A document goes as a whole, with all its events, when nothing has come of it for `keepDays`; what has
 * gone is counted, so that the sums stay what they were.
 */
export async function maintain(driver: StoreDriver, { nowMs, keepDays, signal }: Maintenance): Promise<void> {
  await driver.prepareDays(nowMs);
  if (keepDays === null || signal?.aborted) return;
  const cutoffMs = daysBefore(nowMs, keepDays);
  await expireDocuments(driver, cutoffMs, signal);
  await expireProviderLog(driver, cutoffMs, signal);
  if (signal?.aborted) return;
  await driver.dropDays(cutoffMs, nowMs);
  await driver.database.deleteFrom('intake_minutes').where('minute_ms', '<', cutoffMs).execute();
  await driver.database.deleteFrom('errors').where('last_received_ms', '<', cutoffMs).execute();
}

/** Along the row numbers, which grow with the time of the first batch. */
async function expireDocuments(driver: StoreDriver, cutoffMs: number, signal?: AbortSignal): Promise<void> {
  for (let row = 0; signal?.aborted !== true; ) {
    const looked = await driver.database
      .selectFrom('clients')
      .select(['row', 'sid', 'first_received_ms', 'last_received_ms'])
      .where('row', '>', row)
      .orderBy('row')
      .limit(stepRows)
      .execute();
    const last = looked.at(-1);
    if (last === undefined) return;
    const old = looked.filter((client) => client.last_received_ms < cutoffMs);
    for (const { sid } of driver.isPartitioned ? [] : old) await removeManyEvents(driver, sid);
    if (old.length > 0)
      await driver.transaction((transaction) =>
        removeDocuments(
          transaction,
          old.map(({ sid }) => sid),
          { cutoffMs, driver },
        ),
      );
    // Those that came after it began later still.
    if (last.first_received_ms >= cutoffMs) return;
    row = last.row;
    await nextTurn();
  }
}

/** Leaves so few events of a document that they can go together with it. */
async function removeManyEvents({ transaction }: StoreDriver, sid: string): Promise<void> {
  for (;;) {
    const rest = await transaction(async (within) => {
      const rows = await within
        .selectFrom('events')
        .select('row')
        .where('sid', '=', sid)
        .limit(stepRows + 1)
        .execute();
      if (rows.length <= stepRows) return 0;
      const gone = rows.slice(0, stepRows).map((event) => event.row);
      await within.deleteFrom('events').where('row', 'in', gone).execute();
      return rows.length - stepRows;
    });
    if (rest === 0) return;
    await nextTurn();
  }
}

async function removeDocuments(
  transaction: Transaction<StoreTables>,
  wanted: readonly string[],
  { cutoffMs, driver }: { cutoffMs: number; driver: StoreDriver },
): Promise<void> {
  const gone = await transaction
    .deleteFrom('clients')
    .where('sid', 'in', wanted)
    // A batch may have come meanwhile.
    .where('last_received_ms', '<', cutoffMs)
    .returning(['sid', 'stored_count', 'rejected_count', 'missing'])
    .execute();
  if (gone.length === 0) return;
  const sids = gone.map(({ sid }) => sid);
  await transaction.deleteFrom('rejections').where('sid', 'in', sids).execute();
  await transaction.deleteFrom('playbacks').where('sid', 'in', sids).execute();
  await transaction.deleteFrom('documents').where('sid', 'in', sids).execute();
  if (!driver.isPartitioned) await transaction.deleteFrom('events').where('sid', 'in', sids).execute();
  const sum = (of: (client: (typeof gone)[number]) => number) =>
    gone.reduce((total, client) => total + of(client), 0);
  const events = sum((client) => client.stored_count);
  const missing = sum((client) => client.missing);
  await addToTotals(transaction, driver.writer, {
    events: -events,
    clients: -gone.length,
    missing: -missing,
    noted_rejections: -sum((client) => client.rejected_count),
    expired_events: events,
    expired_clients: gone.length,
    expired_missing: missing,
  });
}

async function expireProviderLog(
  { database, transaction }: StoreDriver,
  cutoffMs: number,
  signal?: AbortSignal,
): Promise<void> {
  while (signal?.aborted !== true) {
    const looked = await database
      .selectFrom('provider_log')
      .select(['row', 'sid', 'received_ms'])
      .orderBy('row')
      .limit(stepRows)
      .execute();
    const old = looked.filter((entry) => entry.received_ms < cutoffMs);
    if (old.length === 0) return;
    const sids = [...new Set(old.map(({ sid }) => sid))];
    await transaction(async (within) => {
      const rows = old.map(({ row }) => row);
      await within.deleteFrom('provider_log').where('row', 'in', rows).execute();
      await within
        .deleteFrom('provider_log_clients')
        .where('sid', 'in', sids)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('provider_log')
                .select('row')
                .whereRef('provider_log.sid', '=', 'provider_log_clients.sid'),
            ),
          ),
        )
        .execute();
    });
    if (old.length < looked.length) return;
    await nextTurn();
  }
}
