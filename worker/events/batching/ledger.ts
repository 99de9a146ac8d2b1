import {
  type DropReason,
  type LossAccounting,
  noDrops,
} from '../../../shared/rpc/loss-accounting.ts';
import { createSeqSet } from '../../../shared/tools/seq-set.ts';

/**
 * Accounts for this document's events. Each `seq` counts once, even if the event is replayed,
 * resent or reported again. `created = delivered + queued + dropped` always holds, because an event
 * only changes its state and never leaves.
 */
export interface Ledger {
  /** @returns whether the event is new; `false` for a replay */
  add(seq: number): boolean;
  /** @returns the events that were queued until now */
  deliver(seqs: Iterable<number>): number[];
  /** @returns the events that were queued until now */
  drop(seqs: Iterable<number>, reason: DropReason): number[];
  /** Events neither delivered nor dropped so far. */
  queuedSeqs(): number[];
  accounting(): LossAccounting;
}

export function createLedger(): Ledger {
  const created = createSeqSet();
  const settled = createSeqSet();
  let queued = 0;
  let delivered = 0;
  const dropped = noDrops();

  function settle(seqs: Iterable<number>): number[] {
    const fresh: number[] = [];
    for (const seq of seqs) {
      if (created.has(seq) && settled.add([seq, seq]) === 1) fresh.push(seq);
    }
    queued -= fresh.length;
    return fresh;
  }

  return {
    add(seq) {
      const isNew = created.add([seq, seq]) === 1;
      if (isNew) queued++;
      return isNew;
    },
    deliver(seqs) {
      const fresh = settle(seqs);
      delivered += fresh.length;
      return fresh;
    },
    drop(seqs, reason) {
      const fresh = settle(seqs);
      dropped[reason] += fresh.length;
      return fresh;
    },
    queuedSeqs: () => created.seqs().filter((seq) => !settled.has(seq)),
    accounting: () => ({ created: created.count, delivered, queued, dropped: { ...dropped } }),
  };
}
