import { createMemoryStore } from '../../../../../worker/events/queue/memory-store.ts';
import type { DurableStore } from '../../../../../worker/events/queue/queue-store.ts';

/** A memory store that reports itself as durable. */
export function makeDurableStore(overrides: Partial<DurableStore> = {}): DurableStore {
  return {
    ...createMemoryStore(),
    recover: async () => ({ arrivals: [], requests: [] }),
    removeExpired: async () => [],
    ...overrides,
  };
}

export const quotaExceeded = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
