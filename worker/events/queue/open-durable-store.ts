import type { Clock } from '../../../shared/tools/clock.ts';
import type { DatabaseError } from '../../../shared/tools/database-error.ts';
import type { Failure } from '../../../shared/tools/result.ts';
import type { Platform } from '../../services/platform.ts';
import { classifyDatabaseError } from '../../storage/data/classify-database-error.ts';
import {
  connectDatabase,
  type DatabaseConnection,
  DatabaseOverdue,
} from '../../storage/data/database-connection.ts';
import { createDurableStore, type DurableStoreDeps } from './durable-store.ts';
import type { LogDatabase } from './log-database-schema.ts';
import type { DurableStore } from './queue-store.ts';

export interface OpenDurableStoreDeps extends Pick<DurableStoreDeps, 'onRemoved'> {
  openDatabase: Platform['openDatabase'];
  clock: Clock;
  /** Stores were missing. They have been created again, and the rows of the others kept. */
  onRepaired(message: string): void;
}

/**
 * The result of opening. With an error and a store, the database is overdue: the queue is in memory
 * until it opens. With an error only, there is none: storage is denied, or the database is a newer
 * version's.
 */
export type Opened =
  | {
      store: DurableStore;
      connection: DatabaseConnection<LogDatabase>;
      error: Failure<DatabaseError> | null;
    }
  | { store: null; error: Failure<DatabaseError> };

export async function openDurableStore(deps: OpenDurableStoreDeps): Promise<Opened> {
  const { openDatabase, clock, onRepaired } = deps;
  const connection = connectDatabase((onClosed) => openDatabase(onClosed, onRepaired), clock);
  const store = createDurableStore({ ...deps, connection });
  try {
    await connection.opened;
    return { store, connection, error: null };
  } catch (thrown) {
    const error = { code: classifyDatabaseError(thrown), message: String(thrown) };
    if (thrown instanceof DatabaseOverdue) return { store, connection, error };
    connection.close();
    return { store: null, error };
  }
}
