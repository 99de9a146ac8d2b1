import { bridgeLimits } from '../../shared/limits/bridge-limits.ts';

/** The page's inbox for `message` events. */
export interface HostInbox {
  /** Messages that arrived before `receive` was set. */
  readonly waiting: MessageEvent[];
  /** Called for each message that arrives before `receive` is set. */
  onWaiting?(): void;
  /** When set, receives every further message. */
  receive?(event: MessageEvent): void;
}

/** Listens at once: a host may send as soon as its frame has loaded, and only once. */
export function createHostInbox(): HostInbox {
  const inbox: HostInbox = { waiting: [] };
  let waitingChars = 0;
  addEventListener('message', (event) => {
    if (inbox.receive) return inbox.receive(event);
    const { data } = event;
    // Any window can send messages here, so keep only text, within the limits.
    if (typeof data === 'string' && inbox.waiting.length < bridgeLimits.waitingMaxCount) {
      waitingChars += data.length;
      if (waitingChars <= bridgeLimits.waitingMaxChars) inbox.waiting.push(event);
    }
    inbox.onWaiting?.();
  });
  return inbox;
}
