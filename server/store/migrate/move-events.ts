import type { Kysely, Selectable, Transaction } from 'kysely';
import type { LogEndpoint } from '../../../shared/telemetry/log-event.ts';
import type { AcceptedBatch } from '../event-store.ts';
import { ofDocuments } from '../id-day.ts';
import { insertBatches } from '../insert-batches.ts';
import { startHourSums, writeHours } from '../reports/completeness/count-hours.ts';
import { emptyLedger, ledgerChange, ledgerOf } from '../reports/completeness/ledger.ts';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import { addToTotals } from '../totals.ts';
import { moveLimits } from './move-limits.ts';
import { countRows } from './move-rows.ts';
import { type Part, rowOf } from './part.ts';

type EventRow = Selectable<StoreTables['events']>;

/**
 * Moves events through the intake's own insert, which knows what is stored of a document. An event
 * that the target already has is a duplicate, whichever store received it first.
 */
export const eventsPart: Part = {
  name: 'events',
  title: 'events',
  count: countRows('events'),
  async next(source, cursor) {
    const rows = await source
      .selectFrom('events')
      .selectAll()
      .where('row', '>', rowOf(cursor))
      .orderBy('row')
      .limit(moveLimits.stepRowsCount)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return null;
    return {
      cursor: String(last.row),
      count: rows.length,
      write: (transaction, target) => storeBatches(transaction, target, batchesOf(rows)),
    };
  },
};

/** Refused numbers, moved so that they do not count as missing. */
export const rejectionsPart: Part = {
  name: 'rejections',
  title: 'refused numbers',
  count: countRows('rejections'),
  async next(source, cursor) {
    const [sid = '', seq = 0] = cursor === '' ? [] : (JSON.parse(cursor) as [string, number]);
    const rows = await source
      .selectFrom('rejections')
      .innerJoin('clients', 'clients.sid', 'rejections.sid')
      .select(['rejections.sid', 'rejections.seq', 'clients.last_received_ms'])
      .where((where) =>
        where.or([
          where('rejections.sid', '>', sid),
          where.and([where('rejections.sid', '=', sid), where('rejections.seq', '>', seq)]),
        ]),
      )
      .orderBy('rejections.sid')
      .orderBy('rejections.seq')
      .limit(moveLimits.stepRowsCount)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return null;
    const batches = [...Map.groupBy(rows, (row) => row.sid)].map(([of, own]) => ({
      ...emptyBatch,
      sid: of,
      receivedMs: own[0]?.last_received_ms ?? 0,
      rejectedSeqs: own.map((row) => row.seq),
    }));
    return {
      cursor: JSON.stringify([last.sid, last.seq]),
      count: rows.length,
      write: (transaction, target) => storeBatches(transaction, target, batches),
    };
  },
};

/** Batches, bytes and rejections were counted on arrival; the totals move separately. */
const emptyBatch = {
  isMoved: true,
  endpoint: 'log_event',
  clientEventId: '',
  wireBytes: 0,
  events: [],
  rejected: 0,
  rejectedSeqs: [],
} as const satisfies Partial<AcceptedBatch>;

/** @returns the events grouped into their original batches, as far as they are adjacent */
function batchesOf(rows: readonly EventRow[]): AcceptedBatch[] {
  const batches: (AcceptedBatch & { events: AcceptedBatch['events'][number][] })[] = [];
  for (const row of rows) {
    let batch = batches.at(-1);
    if (
      batch === undefined ||
      batch.sid !== row.sid ||
      batch.clientEventId !== row.client_event_id ||
      batch.receivedMs !== row.received_ms ||
      batch.endpoint !== row.endpoint
    ) {
      batch = {
        ...emptyBatch,
        sid: row.sid,
        // The intake has written the value, so it is a `LogEndpoint`.
        endpoint: row.endpoint as LogEndpoint,
        clientEventId: row.client_event_id,
        receivedMs: row.received_ms,
        events: [],
      };
      batches.push(batch);
    }
    batch.events.push({
      seq: row.seq,
      name: row.name,
      eventTimeMs: row.event_time_ms,
      contextJson: row.context,
      payloadJson: row.payload,
    });
  }
  return batches;
}

async function storeBatches(
  transaction: Transaction<StoreTables>,
  target: StoreDriver,
  batches: readonly AcceptedBatch[],
): Promise<void> {
  const sids = [...new Set(batches.map(({ sid }) => sid))];
  const before = await readTimes(transaction, sids, target);
  await insertBatches(
    transaction,
    batches.map((batch) => ({ batch })),
    target,
  );
  await addToTotals(transaction, target.writer, { batches: -batches.length });
  await widenTimes(transaction, before, { batches, target });
}

interface Times {
  sid: string;
  first_received_ms: number;
  last_received_ms: number;
}

function readTimes(
  database: Kysely<StoreTables>,
  sids: readonly string[],
  target: StoreDriver,
): Promise<Times[]> {
  return database
    .selectFrom('clients')
    .select(['sid', 'first_received_ms', 'last_received_ms'])
    .where(ofDocuments('clients', sids, target))
    .execute();
}

/**
 * The intake assumes that rows arrive in order of time; moved rows may be older than the target's.
 */
async function widenTimes(
  transaction: Transaction<StoreTables>,
  before: readonly Times[],
  { batches, target }: { batches: readonly AcceptedBatch[]; target: StoreDriver },
): Promise<void> {
  const received = Map.groupBy(batches, ({ sid }) => sid);
  const hours = startHourSums();
  for (const times of before) {
    const moved = received.get(times.sid)?.map(({ receivedMs }) => receivedMs) ?? [];
    const first = Math.min(times.first_received_ms, ...moved);
    const last = Math.max(times.last_received_ms, ...moved);
    if (first === times.first_received_ms && last === moved.at(-1)) continue;
    const client = await transaction
      .updateTable('clients')
      .set({ first_received_ms: first, last_received_ms: last })
      .where(ofDocuments('clients', [times.sid], target))
      .returning(['highest_seq', 'stored_count', 'rejected_count'])
      .executeTakeFirst();
    if (client === undefined || first === times.first_received_ms) continue;
    // It began in an earlier hour.
    const ledger = ledgerOf(client);
    hours.add(times.first_received_ms, ledgerChange(emptyLedger, ledger));
    hours.add(first, ledger);
  }
  await writeHours(transaction, target.writer, hours);
}
