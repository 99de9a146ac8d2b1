import { cleanupLimits } from '../../../shared/limits/cleanup-limits.ts';
import { logDatabaseName } from '../../events/queue/log-database-name.ts';
import { databaseNames, ourPrefix } from '../data/database-names.ts';
import type { CleanupTurnDeps } from './take-turn.ts';

/**
 * Cleans up the origin's storage some time after the start, then daily while the page lives. Ends
 * with `signal`.
 */
export function startCleanup(deps: CleanupTurnDeps): void {
  const { clock, signal } = deps;
  let cancelTimer = () => {};

  async function check(): Promise<void> {
    try {
      const names = (await databaseNames())?.filter((name) => name.startsWith(ourPrefix)) ?? [];
      // With only the log database there is nothing to do: adoption removes expired events.
      if (names.some((name) => name !== logDatabaseName))
        await (await import('./take-turn.ts')).takeTurn(deps, names);
    } catch {
      // Storage is denied, or the script failed to load: try again another day.
    }
    checkAfter(cleanupLimits.everyMs);
  }

  function checkAfter(ms: number): void {
    if (!signal.aborted) cancelTimer = clock.setTimer(check, ms);
  }

  checkAfter(cleanupLimits.startAfterMs);
  signal.addEventListener('abort', () => cancelTimer(), { once: true });
}
