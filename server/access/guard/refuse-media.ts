import type { Context } from 'hono';
import { caching } from '../../http/caching.ts';
import { errorReply } from '../../http/error-reply.ts';

/** 410 tells players that the API has another address for them; 403, that it may have one. */
const refusals = {
  NOT_SIGNED: [
    403,
    "This video's files need signed URLs that expire; the player gets them from the API.",
  ],
  WRONG_SIGNATURE: [403, 'The signature in this URL is from another server or for another URL.'],
  EXPIRED: [410, 'This URL has expired; viewers with access get a new one from the API.'],
  NOT_ITS_FILE: [403, 'The signature in this URL is for another video.'],
} as const;

/** @returns an uncached answer, which pages of any origin can distinguish from a network failure */
export function refuseMedia(context: Context, code: keyof typeof refusals): Response {
  context.header('Cache-Control', caching.never);
  const [status, message] = refusals[code];
  return errorReply(context, status, code, message);
}
