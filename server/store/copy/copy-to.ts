import { daysBefore } from '../day-of.ts';
import type { ServerStore } from '../server-store.ts';
import type { ClickHouseAddress } from './clickhouse-url.js';
import {
  type Archiving,
  type CopiedStore,
  type CopyingDeps,
  startCopying,
} from './start-copying.ts';

interface Copied extends Archiving {
  store: ServerStore;
  /** Each store by itself. */
  members: readonly CopiedStore[];
}

/**
 * Starts to copy the events of a store to ClickHouse.
 * @returns the same store: when it has removed what has expired, the copies expire too. A day's
 *   copies expire together, `keepDays` after it; a document may live longer
 */
export function copyTo(
  address: ClickHouseAddress,
  { store, members, ...archiving }: Copied,
  deps: CopyingDeps,
): ServerStore {
  const copying = startCopying(address, { stores: members, ...archiving }, deps);
  return {
    ...store,
    async maintain(wanted) {
      const maintained = await store.maintain(wanted);
      const isClockTrusted = maintained.ok && maintained.value.refusal === null;
      if (isClockTrusted && wanted.keepDays !== null) {
        const oldest = new Date(daysBefore(wanted.nowMs, wanted.keepDays));
        await copying.dropDaysBefore(oldest.toISOString().slice(0, 10));
      }
      return maintained;
    },
    async close() {
      await copying.stop();
      await store.close();
    },
  };
}
