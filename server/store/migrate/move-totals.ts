import { addToTotals, readTotals } from '../totals.ts';
import type { Part } from './part.ts';

/**
 * Moves the totals that no row contains: batches, duplicates, rejections, bytes, and expired rows.
 * The other totals have grown with the rows. Comes last.
 */
export const totalsPart: Part = {
  name: 'totals',
  title: 'sums',
  count: async () => 1,
  async next(source, cursor) {
    if (cursor !== '') return null;
    const {
      batches,
      duplicates,
      rejected,
      bytes,
      expired_events,
      expired_clients,
      expired_missing,
    } = await readTotals(source);
    const more = {
      batches,
      duplicates,
      rejected,
      bytes,
      expired_events,
      expired_clients,
      expired_missing,
    };
    return {
      cursor: 'moved',
      count: 1,
      write: (transaction, target) => addToTotals(transaction, target.writer, more),
    };
  },
};
