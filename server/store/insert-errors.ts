import type { Transaction } from 'kysely';
import type { AcceptedError } from '../intake/errors/parse-error-report.ts';
import type { StoreTables } from './store-tables.ts';

/** An error as a page has reported it. */
export interface ReceivedError {
  error: AcceptedError;
  /** Unix milliseconds. */
  receivedMs: number;
  /** Maximum number of different errors that are kept. */
  groupsCount: number;
}

/** Counts errors or adds them. All writers use the same order, so that they cannot deadlock. */
export async function insertErrors(
  transaction: Transaction<StoreTables>,
  received: readonly ReceivedError[],
): Promise<undefined[]> {
  // Equal errors stay in order of arrival.
  const inOrder = received.toSorted(({ error: a }, { error: b }) =>
    a.fingerprint === b.fingerprint ? 0 : a.fingerprint < b.fingerprint ? -1 : 1,
  );
  for (const one of inOrder) await insertError(transaction, one);
  return received.map(() => undefined);
}

/**
 * Counts a known error, or adds it. When full, it drops the error with the fewest reports, and of
 * these the one reported longest ago. Thus invented errors push each other out, not those that
 * viewers meet.
 */
async function insertError(
  transaction: Transaction<StoreTables>,
  { error, receivedMs, groupsCount }: ReceivedError,
): Promise<void> {
  // One statement, because another server may receive the same error at the same time.
  const stored = await transaction
    .insertInto('errors')
    .values({
      fingerprint: error.fingerprint,
      count: 1,
      first_received_ms: receivedMs,
      last_received_ms: receivedMs,
      last_id: error.id,
      last_sid: error.sid,
      source: error.source,
      level: error.level,
      type: error.type,
      message: error.message,
      line: error.line,
      stack: error.stack,
      client_name: error.clientName,
      client_version: error.clientVersion,
      params: error.paramsJson,
    })
    .onConflict((conflict) =>
      conflict
        .column('fingerprint')
        .doUpdateSet((value) => ({
          count: value('errors.count', '+', 1),
          last_id: value.ref('excluded.last_id'),
          last_sid: value.ref('excluded.last_sid'),
          last_received_ms: value.ref('excluded.last_received_ms'),
        }))
        // An equal id is a resend whose first answer was lost.
        .whereRef('excluded.last_id', '!=', 'errors.last_id'),
    )
    .returning(['row', 'count'])
    .executeTakeFirst();
  if (stored === undefined) return;
  // Only now, when this transaction holds the error's row: otherwise writers could deadlock.
  await transaction
    .insertInto('error_reports')
    .values({
      sid: error.sid,
      id: error.id,
      fingerprint: error.fingerprint,
      time_ms: error.timeMs,
      received_ms: receivedMs,
    })
    .onConflict((conflict) => conflict.columns(['sid', 'id']).doNothing())
    .execute();
  if (stored.count === 1) await makeRoom(transaction, stored.row, groupsCount);
}

/** @param newRow row of the new error, which stays */
async function makeRoom(
  transaction: Transaction<StoreTables>,
  newRow: number,
  groupsCount: number,
): Promise<void> {
  const { total } = await transaction
    .selectFrom('errors')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (Number(total) <= groupsCount) return;
  await transaction
    .deleteFrom('errors')
    .where('row', '=', ({ selectFrom }) =>
      selectFrom('errors')
        .select('row')
        .where('row', '!=', newRow)
        .orderBy('count')
        .orderBy('last_received_ms')
        .orderBy('row')
        .limit(1),
    )
    .execute();
}
