import type { Transaction } from 'kysely';
import type { AcceptedError } from '../errors/parse-error-report.ts';
import type { StoreTables } from './store-tables.ts';

/**
 * Counts an error that is known, or adds it. Bounded: when there is no room, that one goes that came least often, and of these the
 * one that came longest ago, so that invented errors push each other out and not those that viewers meet.
 */
export async function insertError(
  transaction: Transaction<StoreTables>,
  error: AcceptedError,
  receivedMs: number,
  groupsCount: number,
): Promise<void> {
  const known = await transaction
    .selectFrom('errors')
    .select(['row', 'count', 'last_id'])
    .where('fingerprint', '=', error.fingerprint)
    .executeTakeFirst();
  if (known !== undefined) {
    // The answer to its first sending was lost.
    if (known.last_id === error.id) return;
    await transaction
      .updateTable('errors')
      .set({ count: known.count + 1, last_id: error.id, last_sid: error.sid, last_received_ms: receivedMs })
      .where('row', '=', known.row)
      .execute();
    return;
  }
  await makeRoom(transaction, groupsCount);
  await transaction
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
    .execute();
}

async function makeRoom(transaction: Transaction<StoreTables>, groupsCount: number): Promise<void> {
  const { total } = await transaction
    .selectFrom('errors')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (Number(total) < groupsCount) return;
  await transaction
    .deleteFrom('errors')
    .where('row', '=', ({ selectFrom }) =>
      selectFrom('errors').select('row').orderBy('count').orderBy('last_received_ms').orderBy('row').limit(1),
    )
    .execute();
}
