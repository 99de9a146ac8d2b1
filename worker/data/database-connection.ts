import type { Clock } from '../../shared/clock.ts';
import { queueLimits } from '../../shared/services-limits.ts';

/** One connection that survives being closed by the browser: it is opened again, `queueLimits.reopenCount` times for each piece of work. */
export interface DatabaseConnection<Database> {
  /** Rejects what opening throws the first time, and `DatabaseOverdue` if it takes too long: then it is used once it has opened. */
  opened: Promise<void>;
  /**
   * @param job one transaction; it is done again if the connection goes while it runs, but never half
   * @throws (rejects) what the job or opening throws, and an Error if either takes too long or after `close`. A job that is
   * overdue may still be done later; until it has settled all others fail at once, because they would stand behind it.
   */
  run<T>(job: (db: Database) => Promise<T>): Promise<T>;
  /** For good: nothing opens it again. */
  close(): void;
}

export type OpenDatabase<Database> = (onClosed: () => void) => Promise<Database>;

/** The browser has neither opened the database nor refused it. */
export class DatabaseOverdue extends Error {
  constructor() {
    super(`the database did not open within ${queueLimits.openDeadlineMs} ms`);
  }
}

interface Opening<Database> {
  /** Rejects when it is overdue. One that opens after all is used from then on. */
  db: Promise<Database>;
}

export function connectDatabase<Database extends { close(): void }>(
  open: OpenDatabase<Database>,
  clock: Clock,
): DatabaseConnection<Database> {
  let current: Opening<Database> | null = null;
  let isClosed = false;
  /** A transaction has begun and does not end. */
  let isStuck = false;

  /** Only this one: another piece of work may have opened a new one meanwhile. */
  function forget(opening: Opening<Database>): void {
    if (current === opening) current = null;
  }

  function start(): Opening<Database> {
    const opened = open(() => forget(opening));
    const opening: Opening<Database> = {
      db: inTime(opened, queueLimits.openDeadlineMs, new DatabaseOverdue()),
    };
    opened.then(
      (db) => {
        if (current === opening) opening.db = opened;
        else db.close();
      },
      () => forget(opening),
    );
    return opening;
  }

  function connection(): Opening<Database> {
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

  /** An open that another page blocks never settles, nor does work on a disk that hangs, and whoever logs would wait for it. */
  function inTime<T>(work: Promise<T>, ms: number, late: Error, onLate = () => {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancelTimer = clock.setTimer(() => {
        onLate();
        reject(late);
      }, ms);
      work.then(resolve, reject).finally(cancelTimer);
    });
  }

  function runOn<T>(db: Database, job: (db: Database) => Promise<T>): Promise<T> {
    const { transactionDeadlineMs } = queueLimits;
    const late = new Error(`the database did not answer within ${transactionDeadlineMs} ms`);
    if (isStuck) throw late;
    const work = job(db);
    return inTime(work, transactionDeadlineMs, late, () => {
      isStuck = true;
      const free = () => {
        isStuck = false;
      };
      work.then(free, free);
    });
  }

  async function run<T>(job: (db: Database) => Promise<T>): Promise<T> {
    for (let losses = 0; ; losses++) {
      const used = connection();
      try {
        return await runOn(await used.db, job);
      } catch (error) {
        if (!isConnectionLost(error) || losses === queueLimits.reopenCount) throw error;
        forget(used);
        // It may be alive, only not for this job; left open it would block the upgrade that another page waits for.
        used.db.then((db) => db.close()).catch(() => undefined);
      }
    }
  }

  return {
    opened: run(async () => undefined),
    run,
    close,
  };
}

/**
 * `InvalidStateError`: the connection is closing. `AbortError`: it was closed under a running transaction. `UnknownError`: the same,
 * when Chromium removes the site's data.
 */
const lossNames = ['InvalidStateError', 'AbortError', 'UnknownError'];

function isConnectionLost(error: unknown): boolean {
  return error instanceof DOMException && lossNames.includes(error.name);
}
