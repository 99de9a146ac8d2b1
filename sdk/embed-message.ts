import { messageMaxChars } from './sdk-limits.ts';

/** A message from a player. `info` is unchecked: readers check what they use. */
export interface EmbedMessage {
  event: string;
  info: unknown;
}

/**
 * Parses a message from a player.
 * @param id of the session; messages of other sessions are ignored
 * @returns `null` unless `data` is a JSON string with a message of this session
 */
export function parseEmbedMessage(data: unknown, id: number): EmbedMessage | null {
  if (typeof data !== 'string' || data.length > messageMaxChars) return null;
  try {
    const json: unknown = JSON.parse(data);
    if (isRecord(json) && json.id === id && typeof json.event === 'string')
      return json as unknown as EmbedMessage;
  } catch {
    // Pages are full of other scripts' messages.
  }
  return null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
