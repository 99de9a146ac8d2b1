/** Limits the total size of request bodies that are not answered yet. */
export interface BodyRoom {
  /**
   * @returns whether there was room. When full, it evicts unfinished bodies of clients that use
   *   more than this one
   */
  take(bytes: number): boolean;
  release(bytes: number): void;
  /**
   * Marks an unfinished body as evictable: otherwise a few clients with slow bodies could block all
   * others.
   * @param evict must give back at once the bytes that the body has taken
   * @returns to be called when the body is complete
   */
  onEviction(evict: () => void): () => void;
}

export interface FairRoomOptions {
  maxBytes: number;
  clientMaxBytes?: number;
}

interface Holder {
  bytes: number;
  /** Evict functions of unfinished bodies, oldest first. */
  arriving: Set<() => void>;
}

/** @returns the room for each client, by its name */
export function createFairRoom({
  maxBytes,
  clientMaxBytes = maxBytes,
}: FairRoomOptions): (client: string) => BodyRoom {
  /** Clients with a body. */
  const holders = new Map<string, Holder>();
  let takenBytes = 0;

  function makeRoom(bytes: number, ownBytes: number): boolean {
    while (takenBytes + bytes > maxBytes) {
      let heaviest: Holder | null = null;
      for (const holder of holders.values())
        if (holder.arriving.size > 0 && holder.bytes > (heaviest?.bytes ?? ownBytes))
          heaviest = holder;
      const [evict] = heaviest?.arriving ?? [];
      if (evict === undefined) return false;
      heaviest?.arriving.delete(evict);
      evict();
    }
    return true;
  }

  return (client) => {
    const own = () => {
      const holder = holders.get(client) ?? { bytes: 0, arriving: new Set() };
      holders.set(client, holder);
      return holder;
    };
    const forget = (holder: Holder) => {
      const isEmpty = holder.bytes === 0 && holder.arriving.size === 0;
      if (isEmpty && holders.get(client) === holder) holders.delete(client);
    };
    return {
      take(bytes) {
        const ownBytes = (holders.get(client)?.bytes ?? 0) + bytes;
        if (ownBytes > clientMaxBytes || !makeRoom(bytes, ownBytes)) return false;
        own().bytes = ownBytes;
        takenBytes += bytes;
        return true;
      },
      release(bytes) {
        takenBytes -= bytes;
        const holder = own();
        holder.bytes -= bytes;
        forget(holder);
      },
      onEviction(evict) {
        const holder = own();
        holder.arriving.add(evict);
        return () => {
          holder.arriving.delete(evict);
          forget(holder);
        };
      },
    };
  };
}
