import { cleanupLimits } from '../../shared/later-limits.ts';
import { dataDatabaseName } from '../data/database-names.ts';
import { type CleanStorageDeps, cleanStorage, type Removed } from './clean-storage.ts';

export interface CleanupTurnDeps extends Omit<CleanStorageDeps, 'databases'> {
  /** `null` where they are missing or denied; the day that is noted holds the others off then. */
  locks: LockManager | null;
  /** Something has gone. */
  onRemoved(removed: Removed): void;
}

const lastKey = 'cleanup/last';

/**
 * Cleans up if nobody is at it, and nobody was today. A script of its own, for pages whose origin has something to clean up.
 * @param databases of this product
 */
export async function takeTurn(deps: CleanupTurnDeps, databases: readonly string[]): Promise<void> {
  const { clock, locks, openStore, onRemoved, signal } = deps;

  /** Notes the day first: should the clean-up be what ends this page, it must not end the next one too. */
  async function isTurn(): Promise<boolean> {
    const store = openStore(dataDatabaseName);
    const lastMs = await store.get(lastKey);
    const sinceMs = clock.now() - (typeof lastMs === 'number' ? lastMs : Number.NEGATIVE_INFINITY);
    // Of the future: written before the clock was set back.
    const isDue = !(sinceMs >= 0 && sinceMs < cleanupLimits.everyMs);
    if (isDue) await store.set(lastKey, clock.now(), 2 * cleanupLimits.everyMs);
    store.close();
    return isDue;
  }

  async function clean(): Promise<void> {
    if (signal.aborted || !(await isTurn())) return;
    const removed = await cleanStorage({ ...deps, databases });
    if (Object.values(removed).some((count) => count > 0)) onRemoved(removed);
  }

  await whenIdle();
  // Who has ended must not be at it when another embed asks: that one would leave it to nobody.
  if (signal.aborted) return;
  if (locks === null) return clean();
  // Another embed that is at it does it for this one too.
  await locks.request('offstage:cleanup', { ifAvailable: true }, (lock) =>
    lock === null ? undefined : clean(),
  );
}

/**
 * Services that run in the page wait for a moment that it does not need; a worker has no such thing, and nobody to wait for. Chromium
 * often calls no frame idle that draws nothing, such as one whose video is paused.
 */
function whenIdle(): Promise<void> {
  const { requestIdleCallback } = globalThis as {
    requestIdleCallback?: (callback: () => void, options: { timeout: number }) => void;
  };
  return new Promise((resolve) =>
    requestIdleCallback ? requestIdleCallback(resolve, { timeout: 1_000 }) : resolve(),
  );
}
