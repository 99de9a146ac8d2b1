import { messageMaxChars } from './sdk-limits.ts';

/** A message from a player. `info` is unchecked: readers check what they use. */
export interface EmbedMessage {
  event: string;
  info: unknown;
  /** With `onError`: `{ name, fix }`. */
  error?: unknown;
}

/**
 * Parses a message from a player.
 * @param id of the session; messages of other sessions are ignored
 * @returns `null` unless `data` is a JSON string with a message of this session
 */
export function parseEmbedMessage(data: unknown, id: number): EmbedMessage | null {
  try {
    const json: unknown =
      typeof data === 'string' && data.length <= messageMaxChars && JSON.parse(data);
    const isOurs = isRecord(json) && json.id === id && typeof json.event === 'string';
    return isOurs ? (json as unknown as EmbedMessage) : null;
  } catch {
    // Pages are full of other scripts' messages.
    return null;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
