import type { Result } from '../../../shared/tools/result.ts';
import type { EventStore } from '../../store/event-store.ts';
import type { StoreProblem } from '../../store/store-problem.ts';
import type { WriteOutcome } from './store-watch.ts';

/** @returns the same store, which reports the outcome of each write */
export function watchWrites(
  store: EventStore,
  noteWrite: (outcome: WriteOutcome) => void,
): EventStore {
  async function noted<T>(
    work: Promise<Result<T, StoreProblem>>,
  ): Promise<Result<T, StoreProblem>> {
    try {
      const result = await work;
      noteWrite(result.ok ? 'stored' : result.error.code);
      return result;
    } catch (error) {
      noteWrite('failed');
      throw error;
    }
  }

  return {
    ...store,
    insertBatch: (batch) => noted(store.insertBatch(batch)),
    countRefusedBatch: (...args) => noted(store.countRefusedBatch(...args)),
    insertProviderLog: (batch) => noted(store.insertProviderLog(batch)),
    insertError: (...args) => noted(store.insertError(...args)),
  };
}
