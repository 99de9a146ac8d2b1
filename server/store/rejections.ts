import type { Transaction } from 'kysely';
import { intakeLimits } from '../../shared/limits/intake-limits.ts';
import type { SeqRange } from '../../shared/rpc/news.ts';
import { isArchived } from './archived-ranges.ts';
import { eventsOf } from './events-of.ts';
import { createRowsStatement } from './insert-rows.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';
import { readTotals } from './totals.ts';

/** Notes the refused numbers of the batches of one transaction. */
export interface RejectionNotes {
  /**
   * Notes refused numbers, so that they do not count as missing. Limited for each document and in
   * total: a sender of junk with ever new numbers must not fill the disk.
   * @param seqs in any order, possibly repeated; those already stored or noted are skipped
   * @param notedCount noted numbers of this document
   * @param highestSeq highest stored or noted number of this document
   * @param archived its numbers that have left the store
   * @returns the newly noted numbers
   */
  add(refused: {
    sid: string;
    seqs: readonly number[];
    notedCount: number;
    highestSeq: number;
    archived: readonly SeqRange[];
  }): Promise<number[]>;
  /** Call this once everything is added. */
  write(): Promise<void>;
}

export function startRejectionNotes(
  transaction: Transaction<StoreTables>,
  driver: StoreDriver,
): RejectionNotes {
  const rows: { sid: string; seq: number }[] = [];
  const added = new Set<string>();
  const keyOf = (sid: string, seq: number) => `${seq} ${sid}`;
  let totalRoom: number | null = null;

  return {
    async add({ sid, seqs, notedCount, highestSeq, archived }) {
      if (seqs.length === 0) return [];
      totalRoom ??= intakeLimits.rejectedCount - (await readTotals(transaction)).noted_rejections;
      const room = Math.min(
        intakeLimits.rejectedPerClientCount - notedCount,
        totalRoom - rows.length,
      );
      if (room <= 0) return [];
      const known = await knownSeqs(
        transaction,
        sid,
        seqs.filter((seq) => seq <= highestSeq),
        driver,
      );
      const noted = [...new Set(seqs)]
        .filter(
          (seq) => !known.has(seq) && !isArchived(archived, seq) && !added.has(keyOf(sid, seq)),
        )
        .slice(0, room);
      for (const seq of noted) {
        added.add(keyOf(sid, seq));
        rows.push({ sid, seq });
      }
      return noted;
    },
    write: async () => {
      await insertRejections(transaction, rows);
    },
  };
}

/** @returns the numbers that are stored or noted */
async function knownSeqs(
  transaction: Transaction<StoreTables>,
  sid: string,
  seqs: readonly number[],
  driver: StoreDriver,
): Promise<Set<number>> {
  if (seqs.length === 0) return new Set();
  const known = await eventsOf(transaction, sid, driver)
    .select('seq')
    .where('seq', 'in', seqs)
    .unionAll((query) =>
      query.selectFrom('rejections').select('seq').where('sid', '=', sid).where('seq', 'in', seqs),
    )
    .execute();
  return new Set(known.map(({ seq }) => seq));
}

const insertRejections = createRowsStatement<{ sid: string; seq: number }>((transaction, rows) =>
  transaction.insertInto('rejections').values(rows),
);

/**
 * Deletes the notes of events that are stored now, because their sender has sent them again in a
 * valid form.
 * @returns the number of deleted notes
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
