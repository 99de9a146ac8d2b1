import type { ServicesConfig, ServicesInfo } from '../../../shared/rpc/rpc.ts';
import type { StorageReports } from '../../reports/provider-log/storage-reports.ts';
import type { Platform } from '../../services/platform.ts';
import type { DatabaseConnection } from '../../storage/data/database-connection.ts';
import type { LogDatabase } from './log-database-schema.ts';
import { openDurableStore } from './open-durable-store.ts';
import type { DurableStore } from './queue-store.ts';
import type { OnRemoved } from './read-rows.ts';

const privateEmbed = {
  code: 'UNSUPPORTED',
  message: 'A private embed stores nothing.',
} as const;

/** Where a document's events are stored. */
export interface QueueStorage {
  /** `null` where there is none; then the queue is in memory. */
  store: DurableStore | null;
  connection: DatabaseConnection<LogDatabase> | null;
  info: Pick<ServicesInfo, 'queue' | 'queueDenied'>;
}

/** Opens the durable store unless the embed is private, and reports the result to the provider. */
export async function openQueueStorage(
  world: Platform & Pick<ServicesConfig, 'isPrivate'>,
  reports: StorageReports,
  onRemoved: OnRemoved,
): Promise<QueueStorage> {
  const { clock, isPrivate } = world;
  const startMs = clock.now();
  const opened = isPrivate
    ? { store: null, error: privateEmbed }
    : await openDurableStore({
        ...world,
        onRepaired: (message) => reports.failed('MISSING_STORES', message),
        onRemoved,
      });
  const { store, error } = opened;
  const queue = error === null ? 'indexeddb' : 'memory';
  reports.logSampled('storage_opened', { kind: queue, tookMs: clock.now() - startMs });
  if (error !== null && !isPrivate) reports.failed(error.code, error.message);
  return {
    store,
    connection: store === null ? null : opened.connection,
    info: { queue, queueDenied: error },
  };
}
