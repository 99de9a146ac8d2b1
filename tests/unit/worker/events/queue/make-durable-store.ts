import { createMemoryStore } from '../../../../../worker/events/queue/memory-store.ts';
import type { DurableStore } from '../../../../../worker/events/queue/queue-store.ts';
import type { RequestRow } from '../../../../../worker/events/queue/stored-rows.ts';

/** A memory store that reports itself as durable. */
export function makeDurableStore(overrides: Partial<DurableStore> = {}): DurableStore {
  const { claim, remove, ...memory } = createMemoryStore();
  return {
    ...memory,
    async lease(owner, nowMs, maxCount, removed) {
      for (const row of removed) await remove(row);
      const leased: RequestRow[] = [];
      while (leased.length < maxCount) {
        const row = await claim(owner, nowMs);
        if (row === null) break;
        leased.push(row);
      }
      return leased;
    },
    recover: async () => ({ arrivals: [], requests: [] }),
    removeExpired: async () => [],
    ...overrides,
  };
}

export const quotaExceeded = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
