import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import type { Metrics } from '../../operator/metrics/create-metrics.ts';
import type { ServerOptions } from '../../options/server-options.js';
import type { EventStore } from '../event-store.ts';
import { openSpool } from './open-spool.ts';
import { spoolFileIn } from './spool-file.ts';
import { spoolWrites } from './spool-writes.ts';

export interface SpoolStart {
  /** Closes the spool too. */
  store: EventStore;
  /** Whether events are kept while the store does not take them. */
  canSpool: () => boolean;
}

interface SpoolStartDeps {
  /** Names the store for its entries (`spoolStoreName`). */
  storeName: string;
  /** Those of all stores that share the file. */
  storeNames: readonly string[];
  metrics: Metrics;
  reportError: (error: unknown) => void;
  warn: (sentence: string) => void;
  /** Unix milliseconds. */
  now: () => number;
}

/**
 * Puts the configured spool before a store.
 * @returns `SPOOL_UNUSABLE` if its file can be neither opened nor moved
 */
export function startSpool(
  { dataDir, spoolMb }: Pick<ServerOptions, 'spoolMb'> & { dataDir: string },
  store: EventStore,
  { storeName, storeNames, metrics, reportError, warn, now }: SpoolStartDeps,
): Result<SpoolStart> {
  if (spoolMb === 0) return ok({ store, canSpool: () => false });
  const file = spoolFileIn(dataDir);
  try {
    const spool = openSpool(file, {
      maxBytes: spoolMb * 1_000_000,
      storeName,
      storeNames,
      warn,
    });
    const { foreignCount } = spool.state();
    const isFirst = storeName === storeNames[0];
    if (isFirst && foreignCount > 0)
      warn(
        `The spool ${file} holds ${foreignCount} requests for another store; start a server with that --store to deliver them.`,
      );
    // It reports the whole file.
    if (isFirst) metrics.watchSpool(spool, now);
    const spooled = spoolWrites(store, spool, {
      reportError,
      warn,
      note: (result, count) => metrics.spooled.inc({ result }, count),
    });
    return ok({ store: spooled, canSpool: spooled.canSpool });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return err(
      'SPOOL_UNUSABLE',
      `The spool ${file} cannot be used (${cause}); see that no other program locks it and that this user may write it, choose another directory with --data, or start without one with --spool 0.`,
    );
  }
}
