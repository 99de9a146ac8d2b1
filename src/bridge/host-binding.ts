import type { SessionId } from './host-message.ts';
import type { Refusal } from './refusal.ts';

/** Whom the embed listens and speaks to. Pure data; `bindHost` makes the next one. */
export interface HostBinding {
  /** Messages must come from here; `*` is anywhere. */
  expectedOrigin: string;
  /** Messages go there. */
  targetOrigin: string;
  /** The window that said `listening` last. Later messages must come from it. */
  hostWindow: MessageEventSource | null;
  sessionId: SessionId | null;
}

export interface Sender {
  origin: string;
  source: MessageEventSource | null;
}

/** @param origin the `origin` parameter verbatim; empty for any */
export function initialBinding(origin: string, widgetId: number | null): HostBinding {
  const expectedOrigin = origin || '*';
  return { expectedOrigin, targetOrigin: expectedOrigin, hostWindow: null, sessionId: widgetId };
}

/**
 * Specification §5: the expected origin (unless it is the wildcard) and the established window, or nothing.
 * @returns why the sender is refused; `null` when it is accepted
 */
export function refuseSender(binding: HostBinding, { origin, source }: Sender): Refusal | null {
  if (binding.expectedOrigin !== '*' && binding.expectedOrigin !== origin) return 'WRONG_ORIGIN';
  if (binding.hostWindow !== null && binding.hostWindow !== source) return 'WRONG_SOURCE';
  return null;
}

/** @returns where messages to a sender go: sandboxed pages and files have the origin `null`, which nothing can be sent to by name */
export function targetOriginOf({ origin }: Pick<Sender, 'origin'>): string {
  return origin === 'null' || origin === '' ? '*' : origin;
}

/** The binding after a `listening` from this sender. */
export function bindHost(
  binding: HostBinding,
  sender: Sender,
  sessionId: SessionId | null,
): HostBinding {
  const targetOrigin = targetOriginOf(sender);
  return {
    expectedOrigin: targetOrigin === '*' ? binding.expectedOrigin : targetOrigin,
    targetOrigin,
    hostWindow: sender.source,
    sessionId: sessionId ?? binding.sessionId,
  };
}

/** Whether the host's window no longer exists: a closed window, or a removed frame. Another one may take its place. */
export function isHostGone({ hostWindow }: HostBinding): boolean {
  return (hostWindow as Window | null)?.closed === true;
}
