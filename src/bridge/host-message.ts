import { bridgeLimits } from '../../shared/limits.ts';
import { readAs } from '../../shared/shape.ts';
import { hostMessageShape } from '../../shared/shapes/host-message.ts';
import type { Refusal } from './refusal.ts';

/** Names the protocol on the wire; every message of an embed carries it. */
export const channel = 'widget';

/** Sessions are numbered by the YouTube SDK and named by others. Echoed as they came. */
export type SessionId = number | string;

export interface HostMessage {
  event: string;
  func: string;
  args: readonly unknown[];
  id: SessionId | null;
}

/**
 * Text in, object out: what hosts of any protocol send is JSON in strings, and anything else is not for us.
 * @returns why it is refused, if it is; the debug panel has a sentence for each
 */
export function parseHostJson(data: unknown): object | Refusal {
  if (typeof data !== 'string') return 'NOT_A_STRING';
  if (data.length > bridgeLimits.messageMaxChars) return 'TOO_LONG';
  try {
    const json: unknown = JSON.parse(data);
    if (typeof json === 'object' && json !== null) return json;
  } catch {
    // Answered below.
  }
  return 'NOT_JSON';
}

/** @returns `null` for what is no message of the YouTube embed protocol */
export function parseHostMessage(json: object): HostMessage | null {
  const message = readAs(hostMessageShape, json);
  if (message === null) return null;
  const { event, func, args, id } = message;
  return {
    event,
    func: typeof func === 'string' ? func : '',
    args: Array.isArray(args) ? args : [],
    id: Number.isFinite(id) || typeof id === 'string' ? (id as SessionId) : null,
  };
}
