/** Remembers what has been told, so that it is not told twice. */
export interface AttachCache {
  /** @returns whether the key is new, as far as the cache remembers */
  add(key: string): boolean;
}

/** @param count keys at most; of more the oldest is forgotten */
export function createAttachCache(count: number): AttachCache {
  const keys = new Set<string>();
  return {
    add(key) {
      if (keys.has(key)) return false;
      keys.add(key);
      if (keys.size > count) {
        const [oldest = ''] = keys;
        keys.delete(oldest);
      }
      return true;
    },
  };
}
