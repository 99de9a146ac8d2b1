import { type DropReason, type LossAccounting, noDrops, type SeqRange } from '../../shared/rpc.ts';
import { createSeqSet } from '../../shared/seq-set.ts';

/**
 * The loss equation as the page sees it, over all lives of its services: `created = delivered + queued + dropped`. Queued is
 * everything of which neither arrival nor loss is known, wherever it waits.
 */
export interface PageAccounting {
  deliver(ranges: readonly SeqRange[]): void;
  drop(ranges: readonly SeqRange[], reason: DropReason): void;
  /** @param created events logged so far */
  read(created: number): LossAccounting;
}

export function createPageAccounting(): PageAccounting {
  const settled = createSeqSet();
  let delivered = 0;
  const dropped = noDrops();

  return {
    deliver(ranges) {
      // Services that died right after the delivery deliver and report once more; a number settles once.
      for (const range of ranges) delivered += settled.add(range);
    },
    drop(ranges, reason) {
      for (const range of ranges) dropped[reason] += settled.add(range);
    },
    read: (created) => ({
      created,
      delivered,
      queued: created - settled.count,
      dropped: { ...dropped },
    }),
  };
}
