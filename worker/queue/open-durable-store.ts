import type { Clock } from '../../shared/clock.ts';
import type { DatabaseError } from '../../shared/database-error.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { classifyDatabaseError } from './classify-database-error.ts';
import { connectDatabase, type OpenDatabase } from './database-connection.ts';
import { createDurableStore, type DurableStoreDeps } from './durable-store.ts';
import type { DurableStore } from './queue-store.ts';

export interface OpenDurableStoreDeps extends Pick<DurableStoreDeps, 'newId' | 'onRemoved'> {
  openDatabase: OpenDatabase;
  clock: Clock;
}

/** @returns the store, or why there is none: storage denied, a newer version's database, or one that never opens */
export async function openDurableStore(
  deps: OpenDurableStoreDeps,
): Promise<Result<DurableStore, DatabaseError>> {
  const { openDatabase, clock } = deps;
  try {
    return ok(createDurableStore({ ...deps, connection: await connectDatabase(openDatabase, clock) }));
  } catch (error) {
    return err(classifyDatabaseError(error), String(error));
  }
}
