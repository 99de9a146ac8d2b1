/** Work that has begun and not ended. */
export interface PendingWork {
  /** @returns the work's own outcome */
  follow<T>(work: Promise<T>): Promise<T>;
  /** Resolves when all work of now has ended, whatever its outcome. */
  ended(): Promise<void>;
}

export function createPendingWork(): PendingWork {
  const pending = new Set<Promise<unknown>>();
  return {
    async follow(work) {
      pending.add(work);
      try {
        return await work;
      } finally {
        pending.delete(work);
      }
    },
    async ended() {
      await Promise.allSettled(pending);
    },
  };
}
