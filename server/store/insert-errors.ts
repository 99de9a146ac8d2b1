import type { Transaction } from 'kysely';
import type { AcceptedError } from '../errors/parse-error-report.ts';
import type { StoreTables } from './store-tables.ts';

/** An error as a page has reported it. */
export interface ToldError {
  error: AcceptedError;
  /** Unix milliseconds. */
  receivedMs: number;
  /** Different errors that are kept. */
  groupsCount: number;
}

/** Counts errors or adds them, in an order that is the same for all writers, so that no two of them wait for each other. */
export async function insertErrors(
  transaction: Transaction<StoreTables>,
  told: readonly ToldError[],
): Promise<undefined[]> {
  // Those that are the same stay in the order in which they came.
  const inOrder = told.toSorted(({ error: a }, { error: b }) =>
    a.fingerprint === b.fingerprint ? 0 : a.fingerprint < b.fingerprint ? -1 : 1,
  );
  for (const one of inOrder) await insertError(transaction, one);
  return told.map(() => undefined);
}

/**
 * Counts an error that is known, or adds it. Bounded: when there is no room, that one goes that came least often, and of these the
 * one that came longest ago, so that invented errors push each other out and not those that viewers meet.
 */
async function insertError(
  transaction: Transaction<StoreTables>,
  { error, receivedMs, groupsCount }: ToldError,
): Promise<void> {
  // One statement, because another server may be told of the same error at the same time.
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
        // Else the answer to its first sending was lost.
        .whereRef('excluded.last_id', '!=', 'errors.last_id'),
    )
    .returning(['row', 'count'])
    .executeTakeFirst();
  if (stored?.count === 1) await makeRoom(transaction, stored.row, groupsCount);
}

/** @param newRow of the error that is new, which stays */
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
