/**
 * A bounded queue in which clients alternate, so that a client with many items does not delay
 * another's first item.
 */
export interface FairLine<T> {
  /** @returns whether there was room */
  push(client: string, item: T): boolean;
  /**
   * @param passed a client to skip
   * @returns the oldest item of the next client; `null` if no item is waiting
   */
  shift(passed?: string | null): T | null;
  /** Removes an item that no longer waits. */
  remove(client: string, item: T): void;
  readonly size: number;
}

export interface FairLineOptions {
  /** Maximum waiting items of one client. */
  clientMaxCount: number;
  /** Maximum waiting items of all clients. */
  maxCount: number;
}

export function createFairLine<T>({ clientMaxCount, maxCount }: FairLineOptions): FairLine<T> {
  /** By client; the next one is first. */
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
          // Behind the other clients.
          if (line.size > 0) lines.set(client, line);
          return item;
        }
      }
      return null;
    },
    remove(client, item) {
      // An empty line is removed at its client's turn.
      if (lines.get(client)?.delete(item) === true) size--;
    },
    get size() {
      return size;
    },
  };
}
