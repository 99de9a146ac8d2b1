import type { Clock } from '../../../../../shared/tools/clock.ts';
import { createDataStore } from '../../../../../worker/storage/data/data-store.ts';

/** The real data store where storage is denied. */
export function keepInMemory(clock: Clock) {
  const open = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  return createDataStore({ open, canKeep: () => true, clock, onError: () => {} });
}
