import { visualElementLimits } from '../../../shared/later-limits.ts';

/** Remembers what has been told, so that it is not told twice. */
export interface AttachCache {
  /** @returns whether the key is new, as far as the cache remembers */
  add(key: string): boolean;
}

/** @returns a cache that forgets the oldest key when it is full */
export function createAttachCache(): AttachCache {
  const keys = new Set<string>();
  return {
    add(key) {
      if (keys.has(key)) return false;
      keys.add(key);
      if (keys.size > visualElementLimits.attachCacheCount) {
        const [oldest = ''] = keys;
        keys.delete(oldest);
      }
      return true;
    },
  };
}
