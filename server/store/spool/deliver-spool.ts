import type { Result } from '../../../shared/tools/result.ts';
import type { EventStore } from '../event-store.ts';
import type { StoreProblem } from '../store-problem.ts';
import type { Spool, SpooledEntry } from './open-spool.ts';
import type { SpoolEntry } from './spool-entry.ts';

export type SpoolTarget = Pick<EventStore, 'insertBatch' | 'insertProviderLog' | 'insertError'>;

/** Writes an entry to the store, which stores nothing twice. */
function writeEntry(
  store: SpoolTarget,
  { kind, item }: SpoolEntry,
): Promise<Result<unknown, StoreProblem>> {
  if (kind === 'batch') return store.insertBatch(item);
  if (kind === 'log') return store.insertProviderLog(item);
  return store.insertError(item.error, item.receivedMs, item.groupsCount);
}

export interface Delivery {
  deliveredCount: number;
  /** Entries that were set aside. */
  refusedCount: number;
}

export interface DeliveryDeps {
  /** Whether the store has taken other writes since the last delivery. */
  takesOthers: () => boolean;
  /** Receives unexpected errors of the store. */
  reportError: (error: unknown) => void;
  /** Ends the delivery after the current entries. */
  signal: AbortSignal;
}

/**
 * Delivers the entries of a spool, oldest first, until none waits or the store takes none.
 * An entry that fails while the store takes others is the cause itself, and is set aside. If all
 * fail, the store is the cause, and they wait.
 */
export async function deliverSpool(
  spool: Spool,
  store: SpoolTarget,
  { takesOthers, reportError, signal }: DeliveryDeps,
): Promise<Delivery> {
  const delivery: Delivery = { deliveredCount: 0, refusedCount: 0 };
  while (!signal.aborted) {
    const entries = spool.oldest();
    if (entries.length === 0) break;
    const outcomes = await Promise.all(entries.map((spooled) => deliver(store, spooled)));
    const delivered = outcomes.filter(({ type }) => type === 'delivered');
    const failed = outcomes.filter((outcome) => outcome.type === 'failed');
    spool.remove(delivered.map(({ id }) => id));
    delivery.deliveredCount += delivered.length;
    if (delivered.length === 0 && !takesOthers()) {
      if (failed[0] !== undefined) reportError(failed[0].error);
      break;
    }
    for (const { id, error } of failed) {
      reportError(error);
      spool.setAside(id);
    }
    delivery.refusedCount += failed.length;
    if (delivered.length + failed.length === 0) break;
  }
  return delivery;
}

type Outcome = { id: number } & (
  | { type: 'delivered' | 'waiting' }
  | { type: 'failed'; error: unknown }
);

async function deliver(store: SpoolTarget, { id, entry }: SpooledEntry): Promise<Outcome> {
  try {
    const written = await writeEntry(store, entry);
    return { id, type: written.ok ? 'delivered' : 'waiting' };
  } catch (error) {
    return { id, type: 'failed', error };
  }
}
