import type { ServerStore } from '../server-store.ts';
import type { ParquetTarget } from './parquet-url.js';
import { type ParquetDeps, startParquet, type WrittenStore } from './start-parquet.ts';

interface Written {
  store: ServerStore;
  /** Each store by itself. */
  members: readonly WrittenStore[];
}

/** Starts to write the events of a store to Parquet files. @returns the same store */
export function writeTo(
  target: ParquetTarget,
  { store, members }: Written,
  deps: ParquetDeps,
): ServerStore {
  const stop = startParquet(target, members, deps);
  return {
    ...store,
    async close() {
      await stop();
      await store.close();
    },
  };
}
