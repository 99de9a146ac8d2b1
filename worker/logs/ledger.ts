import { type DropReason, type LossAccounting, noDrops } from '../../shared/rpc.ts';
import { createSeqSet } from '../../shared/seq-set.ts';

/**
 * What has become of this document's events, each counted once by its `seq`, however often it was replayed, sent or reported.
 * `created = delivered + queued + dropped` holds at every moment, because an event changes column and never leaves.
 */
export interface Ledger {
  /** @returns whether the event is new; a replayed one is not */
  take(seq: number): boolean;
  /** @returns those that were queued until now */
  deliver(seqs: Iterable<number>): number[];
  /** @returns those that were queued until now */
  drop(seqs: Iterable<number>, reason: DropReason): number[];
  /** Those of which neither arrival nor loss is known. */
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
    take(seq) {
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
