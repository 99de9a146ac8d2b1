import { type DropReason, type LossAccounting, noDrops } from '../../shared/rpc/loss-accounting.ts';
import type { SeqRange } from '../../shared/rpc/news.ts';
import { createSeqSet } from '../../shared/tools/seq-set.ts';

/**
 * The page's loss equation, over all restarts of its services: `created = delivered + queued +
 * dropped`. Every event that is neither delivered nor dropped counts as queued, wherever it waits.
 */
export interface PageAccounting {
  deliver(ranges: readonly SeqRange[]): void;
  drop(ranges: readonly SeqRange[], reason: DropReason): void;
  /** @param created number of events logged so far */
  read(created: number): LossAccounting;
}

export function createPageAccounting(): PageAccounting {
  const settled = createSeqSet();
  let delivered = 0;
  const dropped = noDrops();

  return {
    deliver(ranges) {
      // Services that died right after a delivery are replaced by ones that deliver and report
      // again. Each number counts once.
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
