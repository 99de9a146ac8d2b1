import { setImmediate as nextTurn } from 'node:timers/promises';

/** What is stored in one transaction at most: more would keep those that wait for their answer waiting for long. */
const groupDefaultCount = 200;

/** … and of so many bytes, but at least one: SQLite writes on the only thread, and others are answered between two transactions. */
const groupBytes = 1_000_000;

export interface GroupBounds<T> {
  /** Items in one transaction. */
  groupCount?: number;
  /** About how many bytes an item adds to the store. */
  bytesOf?: (item: T) => number;
}

/**
 * Stores what arrives while a transaction is under way together in the next one, so that many share one commit, which waits for the disk
 * and perhaps for a standby. Each is answered after the commit that it is in.
 * @param commit stores all of a group or nothing, and gives a result for each
 * @param isPassing whether an error says nothing about what was to be stored: then all of the group fail by it. After any other each is
 *   stored by itself, so that one that the database refuses takes none of its neighbours down
 */
export function createGroupCommit<T, R>(
  commit: (group: readonly T[]) => Promise<readonly R[]>,
  isPassing: (error: unknown) => boolean,
  { groupCount = groupDefaultCount, bytesOf = () => 0 }: GroupBounds<T> = {},
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
      // All that has already arrived at this process's sockets comes along.
      await nextTurn();
      await store(nextGroup());
    }
    isRunning = false;
  }

  function nextGroup(): Waiting[] {
    let count = 0;
    let bytes = 0;
    for (const one of waiting) {
      if (count === groupCount || bytes >= groupBytes) break;
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
