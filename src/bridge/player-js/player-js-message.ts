import { bridgeLimits } from '../../../shared/limits/bridge-limits.ts';
import { readAs } from '../../../shared/tools/shape.ts';
import { playerJsMessageShape } from '../../../shared/wire/shapes/player-js-message.ts';
import { ownEntry } from '../own-entry.ts';
import { playerJsContext } from './announce-player-js.ts';

export function isPlayerJsMessage(json: object): boolean {
  return ownEntry(json as Record<string, unknown>, 'context') === playerJsContext;
}

export interface PlayerJsMessage {
  method: string;
  value: unknown;
  /**
   * Echoed, so that several clients in one page recognise their answers; `null` if the client sent
   * none.
   */
  listener: string | null;
}

/** @returns `null` if this is not a message of this protocol */
export function parsePlayerJsMessage(json: object): PlayerJsMessage | null {
  const message = readAs(playerJsMessageShape, json);
  if (message === null) return null;
  const { method, value, listener } = message;
  const isName = typeof listener === 'string' && listener.length <= bridgeLimits.nameMaxChars;
  return { method, value, listener: isName ? listener : null };
}
