/** Remembers reported elements, so that each is reported once. */
export interface AttachCache {
  /** @returns whether the key is new, as far as the cache remembers */
  add(key: string): boolean;
}

/** @param count maximum keys; when full, the oldest is dropped */
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
