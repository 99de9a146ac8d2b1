/** A bounded waiting line in which clients take turns, so that one with many items holds up no other's first. */
export interface FairLine<T> {
  /** @returns whether there was room for it */
  push(client: string, item: T): boolean;
  /**
   * @param passed a client that is passed over
   * @returns the oldest item of the client whose turn it is; `null` when nothing waits
   */
  shift(passed?: string | null): T | null;
  /** Takes an item out that no longer waits. */
  remove(client: string, item: T): void;
  readonly size: number;
}

export interface FairLineOptions {
  /** Items of one client that wait. */
  clientMaxCount: number;
  /** Items of all clients that wait. */
  maxCount: number;
}

export function createFairLine<T>({ clientMaxCount, maxCount }: FairLineOptions): FairLine<T> {
  /** The client whose turn it is first. */
  const lines = new Map<string, Set<T>>();
  let size = 0;

  return {
    push(client, item) {
      const line = lines.get(client) ?? new Set();
      if (size >= maxCount || line.size >= clientMaxCount) return false;
      lines.set(client, line.add(item));
      size++;
      return true;
    },
    shift(passed = null) {
      for (const [client, line] of lines) {
        if (client === passed) continue;
        lines.delete(client);
        for (const item of line) {
          line.delete(item);
          size--;
          // The others come first.
          if (line.size > 0) lines.set(client, line);
          return item;
        }
      }
      return null;
    },
    remove(client, item) {
      // An empty line goes when its client's turn comes.
      if (lines.get(client)?.delete(item) === true) size--;
    },
    get size() {
      return size;
    },
  };
}
