import { bridgeLimits } from '../../shared/limits/bridge-limits.ts';
import { readAs } from '../../shared/tools/shape.ts';
import { hostMessageShape } from '../../shared/wire/shapes/host-message.ts';
import type { Refusal } from './refusal.ts';

/** Protocol name on the wire; every message of the embed carries it. */
export const channel = 'widget';

/**
 * The YouTube SDK numbers its sessions, other clients name them. Replies echo the value unchanged.
 */
export type SessionId = number | string;

export interface HostMessage {
  event: string;
  func: string;
  args: readonly unknown[];
  id: SessionId | null;
}

/**
 * Hosts of every protocol send JSON objects as strings; anything else is refused.
 * @returns the object, or why it is refused; the debug panel explains each reason
 */
export function parseHostJson(data: unknown): object | Refusal {
  if (typeof data !== 'string') return 'NOT_A_STRING';
  if (data.length > bridgeLimits.messageMaxChars) return 'TOO_LONG';
  try {
    const json: unknown = JSON.parse(data);
    // Neither a primitive nor `null`.
    if (Object(json) === json) return json as object;
  } catch {
    // Invalid JSON is refused below.
  }
  return 'NOT_JSON';
}

/** @returns `null` if this is not a message of the YouTube embed protocol */
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
