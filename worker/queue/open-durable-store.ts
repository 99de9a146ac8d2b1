import type { Clock } from '../../shared/clock.ts';
import type { DatabaseError } from '../../shared/database-error.ts';
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
export async function openDurableStore(
  deps: OpenDurableStoreDeps,
): Promise<Result<DurableStore, DatabaseError>> {
  const { openDatabase, clock, newId } = deps;
  try {
    return ok(createDurableStore({ connection: await connectDatabase(openDatabase, clock), newId }));
  } catch (error) {
    return err('UNSUPPORTED', String(error));
  }
}
