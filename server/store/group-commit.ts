import { setImmediate as nextTurn } from 'node:timers/promises';
import { writingLimits } from './writing-limits.ts';

export interface GroupBounds<T> {
  /** Maximum items in one transaction. */
  groupCount?: number;
  /** Approximate bytes that an item adds to the store. */
  bytesOf?: (item: T) => number;
}

/**
 * Collects the items that arrive during a transaction and stores them together in the next one.
 * Many items thus share one commit, which waits for the disk and perhaps for a standby. Each item
 * is answered after its commit.
 * @param commit stores all of a group or nothing; returns a result for each item
 * @param isPassing whether an error is unrelated to the items. If so, the whole group fails with
 *   it. Otherwise each item is stored in its own transaction, so that a refused item does not fail
 *   its neighbours
 */
export function createGroupCommit<T, R>(
  commit: (group: readonly T[]) => Promise<readonly R[]>,
  isPassing: (error: unknown) => boolean,
  { groupCount = writingLimits.groupCount, bytesOf = () => 0 }: GroupBounds<T> = {},
): (item: T) => Promise<R> {
  interface Waiting {
    item: T;
    bytes: number;
    resolve: (result: R) => void;
    reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Include all items that have already arrived at this process's sockets.
      await nextTurn();
      await store(nextGroup());
    }
    isRunning = false;
  }

  function nextGroup(): Waiting[] {
    let count = 0;
    let bytes = 0;
    for (const one of waiting) {
      if (count === groupCount || bytes >= writingLimits.groupBytes) break;
      count += 1;
      bytes += one.bytes;
    }
    return waiting.splice(0, count);
  }

  async function store(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await commit(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as R);
    } catch (error) {
      if (group.length === 1 || isPassing(error)) for (const { reject } of group) reject(error);
      else for (const one of group) await store([one]);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, bytes: bytesOf(item), resolve, reject });
      if (!isRunning) void run();
    });
}
