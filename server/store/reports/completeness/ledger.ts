import { completenessLimits } from './completeness-limits.ts';

/** Counts of page loads and of their events. */
export interface Ledger {
  documents: number;
  /** Sum of the highest numbers that are known of each. */
  created: number;
  stored: number;
  rejected: number;
  /** Page loads with more missing numbers than are possible; these are not counted as created. */
  implausible: number;
}

export const emptyLedger: Readonly<Ledger> = {
  documents: 0,
  created: 0,
  stored: 0,
  rejected: 0,
  implausible: 0,
};

/** Counts of a document by the names of the columns. */
type Counted = Record<'highest_seq' | 'stored_count' | 'rejected_count', number>;

/** @returns the counts of one document */
export function ledgerOf({ highest_seq, stored_count, rejected_count }: Counted): Ledger {
  const [stored, rejected] = [Number(stored_count), Number(rejected_count)];
  const created = Number(highest_seq);
  const isPlausible = created - stored - rejected <= completenessLimits.missingMaxCount;
  return {
    documents: 1,
    created: isPlausible ? created : stored + rejected,
    stored,
    rejected,
    implausible: isPlausible ? 0 : 1,
  };
}

/** @returns the counts that have been added since `before` */
export function ledgerChange(after: Ledger, before: Ledger): Ledger {
  return {
    documents: after.documents - before.documents,
    created: after.created - before.created,
    stored: after.stored - before.stored,
    rejected: after.rejected - before.rejected,
    implausible: after.implausible - before.implausible,
  };
}

export function addLedgers(all: Iterable<Readonly<Ledger>>): Ledger {
  const sum = { ...emptyLedger };
  for (const one of all) addToLedger(sum, one);
  return sum;
}

export function addToLedger(sum: Ledger, more: Readonly<Ledger>): void {
  sum.documents += more.documents;
  sum.created += more.created;
  sum.stored += more.stored;
  sum.rejected += more.rejected;
  sum.implausible += more.implausible;
}

/** @returns the events that are neither stored nor refused */
export function missingOf({ created, stored, rejected }: Ledger): number {
  return created - stored - rejected;
}
