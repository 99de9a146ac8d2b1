import { sdkLimits } from './sdk-limits.ts';

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
  if (typeof data !== 'string' || data.length > sdkLimits.messageMaxChars) return null;
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    // Pages are full of other people's messages.
    return null;
  }
  if (!isRecord(json) || json.id !== id || typeof json.event !== 'string') return null;
  return { event: json.event, info: json.info };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
