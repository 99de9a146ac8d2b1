import type { DatabaseConnection } from '../../storage/data/database-connection.ts';
import type { LogDatabase, LogTransaction } from './log-database-schema.ts';
import { wholeTransaction } from './whole-transaction.ts';

/**
 * One transaction on both stores, committed as a whole or not at all. Durability is strict, because
 * the page then deletes its own copy. Relaxed transactions were lost when a browser was killed.
 */
export function writeBoth<T>(
  connection: DatabaseConnection<LogDatabase>,
  job: (tx: LogTransaction) => Promise<T>,
): Promise<T> {
  return connection.run((db) => {
    const tx = db.transaction(['arrivals', 'requests'], 'readwrite', { durability: 'strict' });
    return wholeTransaction(tx, () => job(tx));
  });
}
