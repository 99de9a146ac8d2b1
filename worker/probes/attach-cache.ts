import { probeLimits } from '../../shared/limits/probe-limits.ts';

/**
 * Remembers which API calls have carried the answer. Not shared with `src/ui/visual-elements/`: a
 * module of both threads becomes a script of its own, one more request for every page.
 */
export interface AttachCache {
  /** @returns whether this call has not carried it yet, as far as the cache remembers */
  add(call: string): boolean;
  delete(call: string): void;
}

/** When full, the oldest call is dropped. */
export function createAttachCache(): AttachCache {
  const keys = new Set<string>();
  const keyOf = (call: string) => `${call.length} ${call}`.slice(0, probeLimits.attachKeyMaxChars);
  return {
    add(call) {
      const key = keyOf(call);
      if (keys.has(key)) return false;
      keys.add(key);
      for (const oldest of keys) {
        if (keys.size <= probeLimits.attachCacheCount) break;
        keys.delete(oldest);
      }
      return true;
    },
    delete: (call) => void keys.delete(keyOf(call)),
  };
}
