import type { LogDatabase } from './log-database.ts';

/** One connection that survives being closed by the browser: it is opened again, once for each piece of work. */
export interface DatabaseConnection {
  /** @param job one transaction; it may be done twice if the connection goes while it runs, but never half */
  run<T>(job: (db: LogDatabase) => Promise<T>): Promise<T>;
  close(): void;
}

export type OpenDatabase = (onClosed: () => void) => Promise<LogDatabase>;

/** @throws (rejects) what opening throws */
export async function connectDatabase(open: OpenDatabase): Promise<DatabaseConnection> {
  let current: Promise<LogDatabase> | null = null;

  function connection(): Promise<LogDatabase> {
    current ??= open(() => {
      current = null;
    });
    return current;
  }

  await connection();
  return {
    async run(job) {
      try {
        return await job(await connection());
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        current = null;
        return await job(await connection());
      }
    },
    close() {
      // Nothing waits for the close, and an open that failed has nothing to close.
      current?.then((db) => db.close()).catch(() => undefined);
      current = null;
    },
  };
}

/** `InvalidStateError`: the connection is closing. `AbortError`: it was closed under a running transaction. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'AbortError');
}
