import { bridgeLimits } from '../../shared/limits.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { firstIssue, z } from '../../shared/zod.ts';

/** Names the protocol on the wire; every message of an embed carries it. */
export const channel = 'widget';

/** Sessions are numbered by the YouTube SDK and named by others. Echoed as they came. */
export type SessionId = number | string;

const hostMessageSchema = z.object({
  event: z.string(),
  func: z.optional(z.string()),
  /** An array, or anything else for none: lite-youtube sends `""`. */
  args: z.optional(z.unknown()),
  id: z.optional(z.unknown()),
});

export interface HostMessage {
  event: string;
  func: string;
  args: readonly unknown[];
  id: SessionId | null;
}

export type MessageRefusal = 'NOT_A_STRING' | 'TOO_LONG' | 'NOT_JSON' | 'NOT_A_MESSAGE';

/** Unknown in, message out: the host wire is JSON in strings, anything else is not ours. */
export function parseHostMessage(data: unknown): Result<HostMessage, MessageRefusal> {
  if (typeof data !== 'string') return err('NOT_A_STRING', 'Host messages are JSON strings.');
  if (data.length > bridgeLimits.messageMaxChars) {
    return err('TOO_LONG', `Host messages have at most ${bridgeLimits.messageMaxChars} characters.`);
  }
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    return err('NOT_JSON', 'Host messages are JSON strings.');
  }
  const parsed = hostMessageSchema.safeParse(json);
  if (!parsed.success) return err('NOT_A_MESSAGE', firstIssue(parsed.error));
  const { event, func = '', args, id } = parsed.data;
  return ok({
    event,
    func,
    args: Array.isArray(args) ? args : [],
    id: typeof id === 'number' || typeof id === 'string' ? id : null,
  });
}
