import { createValue, type Value } from '../../parts/create-value.ts';

/** Announces changes to screen readers that no control reports by itself. */
export interface Announcer {
  /** The last text; `LiveRegion` exposes it to assistive technology only. */
  text: Pick<Value<string>, 'get' | 'subscribe'>;
  announce(text: string): void;
}

export function createAnnouncer(): Announcer {
  const text = createValue('');
  return {
    text,
    // A live region is read out again only if its text differs.
    announce: (next) => text.set(next === text.get() ? `${next}\u00a0` : next),
  };
}
