import { messageMaxChars } from './sdk-limits.ts';

/** What a player says. `info` is whatever it likes: readers check what they take from it. */
export interface EmbedMessage {
  event: string;
  info: unknown;
}

/**
 * Unknown in, message out.
 * @param id of the session; messages of another are not ours
 * @returns `null` for anything but a JSON string of a message of this session
 */
export function parseEmbedMessage(data: unknown, id: number): EmbedMessage | null {
  if (typeof data !== 'string' || data.length > messageMaxChars) return null;
  try {
    const json: unknown = JSON.parse(data);
    if (isRecord(json) && json.id === id && typeof json.event === 'string')
      return json as unknown as EmbedMessage;
  } catch {
    // Pages are full of other people's messages.
  }
  return null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
