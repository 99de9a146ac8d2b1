import { createValue, type Value } from '../create-value.ts';

/** What a screen reader says without being asked, when the viewer can hear no control change. */
export interface Announcer {
  /** The last text; `LiveRegion` shows it to assistive technology only. */
  text: Pick<Value<string>, 'get' | 'subscribe'>;
  say(text: string): void;
}

export function createAnnouncer(): Announcer {
  const text = createValue('');
  return {
    text,
    // The same words are news again only if the text is another one.
    say: (next) => text.set(next === text.get() ? `${next}\u00a0` : next),
  };
}
