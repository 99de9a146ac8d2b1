import { bridgeLimits } from '../../shared/limits/bridge-limits.ts';

/** The parts of a `message` event that the host protocols read. */
export type HostMessageEvent = Pick<MessageEvent, 'data' | 'origin' | 'source'>;

/** The page's inbox for `message` events. */
export interface HostInbox {
  /** Messages that arrived before `receive` was set. */
  readonly waiting: HostMessageEvent[];
  /** Called for each message that arrives before `receive` is set. */
  onWaiting?(): void;
  /** When set, receives every further message. */
  receive?(event: HostMessageEvent): void;
}

/** Listens at once: a host may send as soon as its frame has loaded, and only once. */
export function createHostInbox(): HostInbox {
  const inbox: HostInbox = { waiting: [] };
  let waitingChars = 0;
  addEventListener('message', (event) => {
    if (inbox.receive) return inbox.receive(event);
    const { data, origin, source } = event;
    // Any window can send messages here, so keep only text, within the limits.
    if (inbox.waiting.length < bridgeLimits.waitingMaxCount) {
      if (typeof data === 'string') {
        waitingChars += data.length;
        if (waitingChars <= bridgeLimits.waitingMaxChars) inbox.waiting.push(event);
      }
      // A host that forgot `JSON.stringify`: kept without its content, so that it is counted.
      else if (data?.event || data?.method) inbox.waiting.push({ data: null, origin, source });
    }
    inbox.onWaiting?.();
  });
  return inbox;
}
