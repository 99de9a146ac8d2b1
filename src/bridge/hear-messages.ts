import { bridgeLimits } from '../../shared/limits/limits.ts';

/** The page's inbox for `message` events. */
export interface Ear {
  /** Messages that arrived before `take` was set. */
  readonly waiting: MessageEvent[];
  /** Called for each message that arrives before `take` is set. */
  onWaiting?(): void;
  /** When set, receives every further message. */
  take?(event: MessageEvent): void;
}

/** Listens at once: a host may send as soon as its frame has loaded, and only once. */
export function hearMessages(): Ear {
  const ear: Ear = { waiting: [] };
  let waitingChars = 0;
  addEventListener('message', (event) => {
    if (ear.take) return ear.take(event);
    const { data } = event;
    // Any window can send messages here, so keep only text, within the limits.
    if (typeof data === 'string' && ear.waiting.length < bridgeLimits.waitingMaxCount) {
      waitingChars += data.length;
      if (waitingChars <= bridgeLimits.waitingMaxChars) ear.waiting.push(event);
    }
    ear.onWaiting?.();
  });
  return ear;
}
