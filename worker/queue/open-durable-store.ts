import type { Clock } from '../../shared/clock.ts';
import type { DatabaseError } from '../../shared/database-error.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Platform } from '../platform.ts';
import { classifyDatabaseError } from './classify-database-error.ts';
import { connectDatabase } from './database-connection.ts';
import { createDurableStore, type DurableStoreDeps } from './durable-store.ts';
import type { DurableStore } from './queue-store.ts';

export interface OpenDurableStoreDeps extends Pick<DurableStoreDeps, 'newId' | 'onRemoved'> {
  openDatabase: Platform['openDatabase'];
  clock: Clock;
  /** Stores were missing; they are there again, with what the others held. */
  onRepaired(message: string): void;
}

/** @returns the store, or why there is none: storage denied, a newer version's database, or one that never opens */
export async function openDurableStore(
  deps: OpenDurableStoreDeps,
): Promise<Result<DurableStore, DatabaseError>> {
  const { openDatabase, clock, onRepaired } = deps;
  try {
    const connection = await connectDatabase((onClosed) => openDatabase(onClosed, onRepaired), clock);
    return ok(createDurableStore({ ...deps, connection }));
  } catch (error) {
    return err(classifyDatabaseError(error), String(error));
  }
}
