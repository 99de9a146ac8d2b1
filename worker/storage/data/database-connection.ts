import { queueLimits } from '../../../shared/limits/queue-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';

/**
 * One connection that survives being closed by the browser: it reopens up to
 * `queueLimits.reopenCount` times for each job.
 */
export interface DatabaseConnection<Database> {
  /**
   * Rejects with the first opening's error, or with `DatabaseOverdue` if opening takes too long. A
   * late connection is still used once it opens.
   */
  opened: Promise<void>;
  /**
   * @param job one transaction; if the connection goes while it runs, it is run again, but never in
   * part
   * @throws (rejects) the error of the job or of opening; an Error if either takes too long, or
   * after `close`. An overdue job may still finish later. Until it settles all other jobs fail at
   * once, because they would queue behind it.
   */
  run<T>(job: (db: Database) => Promise<T>): Promise<T>;
  /** Closes for good: nothing reopens it. */
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
  /** Rejects when overdue. If it opens later, it is used from then on. */
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

  /** Only this opening: another job may have started a new one meanwhile. */
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
    // Do not wait for the close. A database that has not opened yet is closed when it opens.
    current?.db.then((db) => db.close()).catch(() => undefined);
    current = null;
  }

  /**
   * Opening never settles while another page blocks it, and a transaction never settles on a
   * hanging disk. Callers that log would wait for it.
   */
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
    const late = new Error(
      `the database did not answer within ${queueLimits.transactionDeadlineMs} ms`,
    );
    if (isStuck) throw late;
    const work = job(db);
    return inTime(work, queueLimits.transactionDeadlineMs, late, () => {
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
        // It may be alive, but not for this job. Left open, it would block an upgrade by another
        // page.
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
 * - `InvalidStateError`: the connection is closing.
 * - `AbortError`: the connection was closed during a transaction.
 * - `UnknownError`: the same, when Chromium removes the site's data.
 */
const lossNames = ['InvalidStateError', 'AbortError', 'UnknownError'];

function isConnectionLost(error: unknown): boolean {
  return error instanceof DOMException && lossNames.includes(error.name);
}
