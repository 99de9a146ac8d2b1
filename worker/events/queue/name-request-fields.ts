import type { LogEndpoint } from '../../../shared/telemetry/log-event.ts';
import type { UpgradeTransaction } from './log-database-schema.ts';
import { type RequestRow, requestTo } from './stored-rows.ts';

/** A request row of version 1 of the database, without `url`, `options` and `timestamp`. */
interface FirstRequestRow extends Omit<RequestRow, 'url' | 'options' | 'timestamp'> {
  endpoint?: LogEndpoint;
  timestampMs: number;
}

/**
 * Version 2 names a request's fields as specification §3 does. Rows are not checked here: the next
 * read of a malformed row removes and counts it.
 */
export async function nameRequestFields(tx: UpgradeTransaction): Promise<void> {
  // A broken database may lack the store. It is replaced afterwards.
  if (!tx.objectStoreNames.contains('requests')) return;
  const store = tx.objectStore('requests');
  for (let cursor = await store.openCursor(); cursor !== null; cursor = await cursor.continue()) {
    const { endpoint, timestampMs, ...row } = cursor.value as unknown as FirstRequestRow;
    if (endpoint !== undefined)
      await cursor.update({ ...row, ...requestTo(endpoint), timestamp: timestampMs });
  }
}
