import type { ExplainedError } from '../parts/explain-error.ts';
import { channel, type SessionId } from './host-message.ts';
import type { Refusal } from './refusal.ts';

/** The host that the embed listens and sends to. Pure data; `bindHost` makes the next one. */
export interface HostBinding {
  /** Accepted sender origin; `*` accepts any. */
  expectedOrigin: string;
  /** `targetOrigin` of outgoing messages. */
  targetOrigin: string;
  /** The window that last sent `listening`. Later messages must come from it. */
  hostWindow: MessageEventSource | null;
  sessionId: SessionId | null;
}

export interface Sender {
  origin: string;
  source: MessageEventSource | null;
}

/** @param origin the `origin` parameter verbatim; empty accepts any */
export function initialBinding(origin: string, widgetId: number | null): HostBinding {
  const expectedOrigin = origin || '*';
  return { expectedOrigin, targetOrigin: expectedOrigin, hostWindow: null, sessionId: widgetId };
}

/**
 * Specification §5: messages must come from the expected origin (unless it is `*`) and, after a
 * handshake, from the same window.
 * @returns why the sender is refused; `null` when it is accepted
 */
export function refuseSender(binding: HostBinding, { origin, source }: Sender): Refusal | null {
  if (binding.expectedOrigin !== '*' && binding.expectedOrigin !== origin) return 'WRONG_ORIGIN';
  if (binding.hostWindow !== null && binding.hostWindow !== source) return 'WRONG_SOURCE';
  return null;
}

/**
 * @returns the `targetOrigin` for replies. Sandboxed pages and files have the origin `null`, which
 *   `postMessage` cannot address, so they get `*`.
 */
export function targetOriginOf({ origin }: Pick<Sender, 'origin'>): string {
  return origin === 'null' || origin === '' ? '*' : origin;
}

/** Returns the binding after a `listening` from this sender. */
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

/**
 * Whether the host's window is closed or its frame removed. Another host may then take its place.
 */
export function isHostGone({ hostWindow }: HostBinding): boolean {
  return (hostWindow as Window | null)?.closed === true;
}

/**
 * @param error explains the number of an `onError`. It is a key of its own, where clients of
 *   YouTube embeds do not look.
 */
export function postToHost(
  { hostWindow, sessionId, targetOrigin }: HostBinding,
  event: string,
  info: unknown,
  error?: ExplainedError,
): void {
  // `JSON.stringify` omits undefined values.
  const message = { event, info, id: sessionId ?? undefined, channel, error };
  hostWindow?.postMessage(JSON.stringify(message), { targetOrigin });
}
