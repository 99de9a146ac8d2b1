import type { Transaction } from 'kysely';
import { intakeLimits } from '../../shared/limits.ts';
import type { StoreTables } from './store-tables.ts';

/**
 * Remembers the numbers of events that were refused, so that they do not count as missing. Bounded, for each document and for
 * all together: whoever sends junk with ever new numbers must not fill the disk.
 * @param seqs in any order, a number also twice; those that are stored or noted already are left out
 * @param notedCount how many are noted of this document
 * @returns what is noted now and was not before
 */
export async function noteRejections(
  transaction: Transaction<StoreTables>,
  sid: string,
  seqs: readonly number[],
  notedCount: number,
): Promise<number[]> {
  if (seqs.length === 0) return [];
  const total = await transaction.selectFrom('totals').select('noted_rejections').executeTakeFirstOrThrow();
  const room = Math.min(
    intakeLimits.rejectedPerClientCount - notedCount,
    intakeLimits.rejectedCount - total.noted_rejections,
  );
  if (room <= 0) return [];
  const known = await transaction
    .selectFrom('events')
    .select('seq')
    .where('sid', '=', sid)
    .where('seq', 'in', seqs)
    .unionAll((query) =>
      query.selectFrom('rejections').select('seq').where('sid', '=', sid).where('seq', 'in', seqs),
    )
    .execute();
  const knownSeqs = new Set(known.map(({ seq }) => seq));
  const noted = [...new Set(seqs)].filter((seq) => !knownSeqs.has(seq)).slice(0, room);
  if (noted.length > 0)
    await transaction
      .insertInto('rejections')
      .values(noted.map((seq) => ({ sid, seq })))
      .execute();
  return noted;
}

/**
 * Takes back what was noted of events that are stored now: their sender has sent them in a good form after all.
 * @returns how many were noted
 */
export async function forgetRejections(
  transaction: Transaction<StoreTables>,
  sid: string,
  seqs: readonly number[],
): Promise<number> {
  if (seqs.length === 0) return 0;
  const result = await transaction
    .deleteFrom('rejections')
    .where('sid', '=', sid)
    .where('seq', 'in', seqs)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
