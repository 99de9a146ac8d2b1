import type { Clock } from '../../shared/clock.ts';
import { queueLimits } from '../../shared/limits.ts';
import type { LogDatabase } from './log-database.ts';

/** One connection that survives being closed by the browser: it is opened again, once for each piece of work. */
export interface DatabaseConnection {
  /**
   * @param job one transaction; it may be done twice if the connection goes while it runs, but never half
   * @throws (rejects) what the job or opening throws, and an Error if opening takes too long or after `close`
   */
  run<T>(job: (db: LogDatabase) => Promise<T>): Promise<T>;
  /** For good: nothing opens it again. */
  close(): void;
}

export type OpenDatabase = (onClosed: () => void) => Promise<LogDatabase>;

interface Opening {
  /** Rejects when it is overdue. One that opens after all is used from then on. */
  db: Promise<LogDatabase>;
}

/** @throws (rejects) what opening throws, and an Error if it takes too long */
export async function connectDatabase(open: OpenDatabase, clock: Clock): Promise<DatabaseConnection> {
  let current: Opening | null = null;
  let isClosed = false;

  /** Only this one: another piece of work may have opened a new one meanwhile. */
  function forget(opening: Opening): void {
    if (current === opening) current = null;
  }

  function start(): Opening {
    const opened = open(() => forget(opening));
    const opening: Opening = { db: inTime(opened, clock) };
    opened.then(
      (db) => {
        if (current === opening) opening.db = opened;
        else db.close();
      },
      () => forget(opening),
    );
    return opening;
  }

  function connection(): Opening {
    if (isClosed) throw new Error('the database connection has been closed');
    current ??= start();
    return current;
  }

  function close(): void {
    isClosed = true;
    // Nothing waits for the close; one that has not opened yet is closed when it does.
    current?.db.then((db) => db.close()).catch(() => undefined);
    current = null;
  }

  try {
    await connection().db;
  } catch (error) {
    close();
    throw error;
  }
  return {
    async run(job) {
      const used = connection();
      const db = await used.db;
      try {
        return await job(db);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        forget(used);
        // It may be alive, only not for this job; left open it would block the upgrade that another page waits for.
        db.close();
        return await job(await connection().db);
      }
    },
    close,
  };
}

/** An open that another page blocks never settles, and whoever logs would wait for it. */
function inTime(opened: Promise<LogDatabase>, clock: Clock): Promise<LogDatabase> {
  return new Promise((resolve, reject) => {
    const { openDeadlineMs } = queueLimits;
    const late = () => reject(new Error(`the database did not open within ${openDeadlineMs} ms`));
    const cancelTimer = clock.setTimer(late, openDeadlineMs);
    opened.then(resolve, reject).finally(cancelTimer);
  });
}

/** `InvalidStateError`: the connection is closing. `AbortError`: it was closed under a running transaction. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'AbortError');
}
