import type { Clock } from '../../shared/clock.ts';
import { queueLimits } from '../../shared/limits.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { connectDatabase, type OpenDatabase } from './database-connection.ts';
import { createDurableStore } from './durable-store.ts';
import type { DurableStore } from './queue-store.ts';

export interface OpenDurableStoreDeps {
  openDatabase: OpenDatabase;
  clock: Clock;
  newId(): string;
}

/** @returns the store, or why there is none: storage denied, a newer version's database, or one that never opens */
export function openDurableStore(
  deps: OpenDurableStoreDeps,
): Promise<Result<DurableStore, 'DENIED' | 'BLOCKED'>> {
  const { openDatabase, clock, newId } = deps;
  return new Promise((resolve) => {
    let isLate = false;
    const cancelTimer = clock.setTimer(() => {
      isLate = true;
      resolve(err('BLOCKED', `the database did not open within ${queueLimits.openDeadlineMs} ms`));
    }, queueLimits.openDeadlineMs);
    connectDatabase(openDatabase)
      .then((connection) => {
        if (isLate) connection.close();
        else resolve(ok(createDurableStore({ connection, newId })));
      })
      .catch((error: unknown) => resolve(err('DENIED', String(error))))
      .finally(cancelTimer);
  });
}
