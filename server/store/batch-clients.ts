import type { Insertable, Selectable, Transaction } from 'kysely';
import { dayOf } from './day-of.ts';
import type { AcceptedBatch } from './event-store.ts';
import { dayInId, keyOf, ofDocuments, withIdDay } from './id-day.ts';
import { createRowsStatement } from './insert-rows.ts';
import { postgresLimits } from './postgres/postgres-limits.ts';
import { emptyLedger, type Ledger, ledgerChange, ledgerOf } from './reports/completeness/ledger.ts';
import type { PeriodSums } from './reports/period-sums.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';
import type { TotalsCounts } from './totals.ts';

type NewClientRow = Insertable<StoreTables['clients']>;
type ClientRow = Selectable<StoreTables['clients']>;

/** A document while batches of it are being stored. */
export interface Client extends NewClientRow {
  row: number;
  /** Its counts before this transaction; zeros if it is new. */
  before: Ledger;
  /** Missing numbers before this transaction. */
  wasMissing: number;
  /** Numbers of these batches that are already stored. */
  stored: Set<number>;
}

/** @returns a row for each document with a known number, new ones included */
export async function lockClients(
  transaction: Transaction<StoreTables>,
  batches: readonly AcceptedBatch[],
  driver: StoreDriver,
): Promise<Map<string, Client>> {
  const wanted = new Map<string, NewClientRow>();
  for (const { sid, events, rejectedSeqs, receivedMs } of batches) {
    if (events.length === 0 && rejectedSeqs.length === 0) continue;
    const known = wanted.get(sid);
    if (known !== undefined) known.last_received_ms = receivedMs;
    else
      wanted.set(sid, {
        sid,
        highest_seq: 0,
        stored_count: 0,
        rejected_count: 0,
        first_received_ms: receivedMs,
        last_received_ms: receivedMs,
        ...(driver.isPartitioned && { day: dayOfEvents(sid, receivedMs) }),
      });
  }
  const inOrder = [...wanted.values()].sort((a, b) => (a.sid < b.sid ? -1 : 1));
  const found = await upsertClients(transaction, withIdDay(inOrder, driver));
  return new Map(
    found.map(({ missing, ...client }) => [
      client.sid,
      {
        ...client,
        wasMissing: missing,
        before: client.highest_seq === 0 ? emptyLedger : ledgerOf(client),
        stored: new Set<number>(),
      },
    ]),
  );
}

/**
 * The day in the id, so that a document's rows expire together; that of the first batch if the id's
 * is earlier, or has no partition yet.
 */
function dayOfEvents(sid: string, receivedMs: number): number {
  const [idDay, receivedDay] = [dayInId(sid), dayOf(receivedMs)];
  const isAhead = idDay <= receivedDay + postgresLimits.partitionDaysCount;
  return isAhead ? Math.max(idDay, receivedDay) : receivedDay;
}

export async function saveClients(
  transaction: Transaction<StoreTables>,
  clients: readonly Client[],
  { totals, hours }: { totals: TotalsCounts; hours: PeriodSums<Ledger> },
  driver: StoreDriver,
): Promise<void> {
  const known: NewClientRow[] = [];
  const unknown: string[] = [];
  for (const client of clients) {
    const { sid, highest_seq, stored_count, rejected_count, first_received_ms, last_received_ms } =
      client;
    if (highest_seq === 0) {
      unknown.push(sid);
      continue;
    }
    const change = ledgerChange(ledgerOf(client), client.before);
    hours.add(first_received_ms, change);
    totals.clients += change.documents;
    totals.missing += highest_seq - stored_count - rejected_count - client.wasMissing;
    known.push({
      sid,
      highest_seq,
      stored_count,
      rejected_count,
      first_received_ms,
      last_received_ms,
      ...(driver.isPartitioned && { day: client.day }),
    });
  }
  await updateClients(transaction, withIdDay(known, driver));
  // Only rejections came of these documents, and there is no room to note them.
  if (unknown.length > 0)
    await transaction
      .deleteFrom('clients')
      .where(ofDocuments('clients', unknown, driver))
      .execute();
}

const upsertClients = createRowsStatement<NewClientRow, ClientRow>((transaction, rows) =>
  transaction
    .insertInto('clients')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(keyOf(rows[0], ['sid']))
        .doUpdateSet((value) => ({ last_received_ms: value.ref('excluded.last_received_ms') })),
    )
    .returningAll(),
);

const updateClients = createRowsStatement<NewClientRow>((transaction, rows) =>
  transaction
    .insertInto('clients')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(keyOf(rows[0], ['sid'])).doUpdateSet((value) => ({
        highest_seq: value.ref('excluded.highest_seq'),
        stored_count: value.ref('excluded.stored_count'),
        rejected_count: value.ref('excluded.rejected_count'),
      })),
    ),
);
