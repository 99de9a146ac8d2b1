import { err, ok, type Result } from '../../shared/result.ts';
import type { SessionId } from './host-message.ts';

/** Whom the embed listens and speaks to. Pure data; `bindHost` makes the next one. */
export interface HostBinding {
  /** Messages must come from here; `*` is anywhere. */
  expectedOrigin: string;
  /** Messages go there. */
  targetOrigin: string;
  /** The window that said `listening` first. Later messages must come from it. */
  hostWindow: MessageEventSource | null;
  sessionId: SessionId | null;
}

export type BindingRefusal = 'WRONG_ORIGIN' | 'WRONG_SOURCE';

interface Sender {
  origin: string;
  source: MessageEventSource | null;
}

/** @param origin the `origin` parameter verbatim; empty for any */
export function initialBinding(origin: string, widgetId: number | null): HostBinding {
  const expectedOrigin = origin === '' ? '*' : origin;
  return { expectedOrigin, targetOrigin: expectedOrigin, hostWindow: null, sessionId: widgetId };
}

/** Specification §5: the expected origin (unless it is the wildcard) and the established window, or nothing. */
export function checkSender(binding: HostBinding, { origin, source }: Sender): Result<null, BindingRefusal> {
  if (binding.expectedOrigin !== '*' && binding.expectedOrigin !== origin) {
    return err('WRONG_ORIGIN', `Expected messages from ${binding.expectedOrigin}, not from ${origin}.`);
  }
  if (binding.hostWindow !== null && binding.hostWindow !== source) {
    return err('WRONG_SOURCE', 'Another window is the host already.');
  }
  return ok(null);
}

/** The binding after a `listening` from this sender. A sandboxed host has the origin `null`, which nothing can be sent to by name. */
export function bindHost(
  binding: HostBinding,
  { origin, source }: Sender,
  sessionId: SessionId | null,
): HostBinding {
  const isNameable = origin !== 'null' && origin !== '';
  return {
    expectedOrigin: isNameable ? origin : binding.expectedOrigin,
    targetOrigin: isNameable ? origin : '*',
    hostWindow: source,
    sessionId: sessionId ?? binding.sessionId,
  };
}
