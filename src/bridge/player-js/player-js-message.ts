import * as v from 'valibot';
import { bridgeLimits } from '../../../shared/limits.ts';
import { anything, text } from '../../../shared/schema.ts';
import { ownEntry } from '../own-entry.ts';
import { playerJsContext } from './announce-player-js.ts';

export function isPlayerJsMessage(json: object): boolean {
  return ownEntry(json as Record<string, unknown>, 'context') === playerJsContext;
}

const messageSchema = v.object({
  method: text(bridgeLimits.nameMaxChars),
  value: v.optional(anything),
  listener: v.optional(anything),
});

export interface PlayerJsMessage {
  method: string;
  value: unknown;
  /** Echoed, so that several clients in one page know their answers; `null` for a client that does not mind. */
  listener: string | null;
}

/** @returns `null` for what is no message of this protocol */
export function parsePlayerJsMessage(json: object): PlayerJsMessage | null {
  const parsed = v.safeParse(messageSchema, json);
  if (!parsed.success) return null;
  const { method, value, listener } = parsed.output;
  const isName = typeof listener === 'string' && listener.length <= bridgeLimits.nameMaxChars;
  return { method, value, listener: isName ? listener : null };
}
