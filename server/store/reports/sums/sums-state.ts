import type { Kysely, Transaction } from 'kysely';
import type { StoreTables } from '../../store-tables.ts';

/**
 * Locks the sums until the transaction ends: several servers may share a store.
 * @returns the moment from which the sums hold all playbacks, in Unix milliseconds
 */
export async function lockSums(transaction: Transaction<StoreTables>): Promise<number> {
  const { from_ms } = await transaction
    .insertInto('playback_sums_state')
    .values({ id: 1, from_ms: 0 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((value) => ({
        from_ms: value.ref('playback_sums_state.from_ms'),
      })),
    )
    .returning('from_ms')
    .executeTakeFirstOrThrow();
  return from_ms;
}

/** @returns the same moment; `null` while the sums have never been filled */
export async function sumsFromMs(database: Kysely<StoreTables>): Promise<number | null> {
  const state = await database
    .selectFrom('playback_sums_state')
    .select('from_ms')
    .executeTakeFirst();
  return state?.from_ms ?? null;
}
