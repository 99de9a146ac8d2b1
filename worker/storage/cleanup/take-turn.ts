import { cleanupLimits } from '../../../shared/limits/cleanup-limits.ts';
import { idleLimits } from '../../../shared/limits/idle-limits.ts';
import { dataDatabaseName } from '../data/database-names.ts';
import { type CleanStorageDeps, cleanStorage, type Removed } from './clean-storage.ts';

export interface CleanupTurnDeps extends Omit<CleanStorageDeps, 'databases'> {
  /** `null` where locks are missing or denied; then the stored day holds other embeds off. */
  locks: LockManager | null;
  /** Something was removed. */
  onRemoved(removed: Removed): void;
}

const lastKey = 'cleanup/last';

/**
 * Cleans up, unless another embed is doing so or has done so today. It is a script of its own,
 * loaded only where the origin has something to clean up.
 * @param databases those of this product
 */
export async function takeTurn(deps: CleanupTurnDeps, databases: readonly string[]): Promise<void> {
  const { clock, locks, openStore, onRemoved, signal } = deps;

  /** Stores the day first: if the clean-up ends this page, it must not end the next page too. */
  async function isTurn(): Promise<boolean> {
    const store = openStore(dataDatabaseName);
    const lastMs = await store.get(lastKey);
    const sinceMs = clock.now() - (typeof lastMs === 'number' ? lastMs : Number.NEGATIVE_INFINITY);
    // A negative age: the day was stored before the clock was set back.
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
  // A stopped embed must not hold the lock: another embed that asks now would skip its turn.
  if (signal.aborted) return;
  if (locks === null) return clean();
  // Another embed that holds the lock also cleans up for this one.
  await locks.request('offstage:cleanup', { ifAvailable: true }, (lock) =>
    lock === null ? undefined : clean(),
  );
}

/**
 * In the page, wait for an idle moment; a worker has no `requestIdleCallback` and need not wait.
 * Chromium often reports no idle time for a frame that draws nothing, for example with a paused
 * video.
 */
function whenIdle(): Promise<void> {
  const { requestIdleCallback } = globalThis as {
    requestIdleCallback?: (callback: () => void, options: { timeout: number }) => void;
  };
  return new Promise((resolve) =>
    requestIdleCallback ? requestIdleCallback(resolve, { timeout: idleLimits.waitMs }) : resolve(),
  );
}
