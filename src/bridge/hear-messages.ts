import { bridgeLimits } from '../../shared/limits.ts';

/** The page's ear. */
export interface Ear {
  /** What has come so far, and nobody has taken. */
  readonly waiting: MessageEvent[];
  /** Called when somebody has spoken, and nobody takes it. */
  onWaiting?(): void;
  /** Takes all messages from now on. */
  take?(event: MessageEvent): void;
}

/** Hears from now on. A host may speak as soon as its frame has loaded, and only once. */
export function hearMessages(): Ear {
  const ear: Ear = { waiting: [] };
  let waitingChars = 0;
  addEventListener('message', (event) => {
    if (ear.take) return ear.take(event);
    const { data } = event;
    // Anybody may send here; what could not be read later, or is too much, is not kept.
    if (typeof data === 'string' && ear.waiting.length < bridgeLimits.waitingMaxCount) {
      waitingChars += data.length;
      if (waitingChars <= bridgeLimits.waitingMaxChars) ear.waiting.push(event);
    }
    ear.onWaiting?.();
  });
  return ear;
}
