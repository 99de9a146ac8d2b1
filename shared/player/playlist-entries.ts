import * as z from 'zod/mini';
import { videoLimits } from '../limits/video-limits.ts';
import { amount, list, type Schema, text } from '../tools/schema.ts';
import { type PlaylistAnswer, playlistResponseSchema } from './player-response.ts';
import { videoIdPattern } from './video-id.ts';

const entrySchema = z.object({
  videoId: z.string().check(z.regex(videoIdPattern)),
  title: text(videoLimits.titleMaxChars),
  author: text(videoLimits.authorMaxChars),
  lengthSeconds: amount,
  posterUrl: z.nullable(text(videoLimits.urlMaxChars, 1)),
});

/** `GET /youtubei/v1/playlist/{listId}?entries=1`; servers without entries leave them out. */
export const playlistAnswerSchema = z.object({
  ...playlistResponseSchema.shape,
  entries: z.optional(list(entrySchema, videoLimits.playlistVideosCount)),
}) satisfies Schema<PlaylistAnswer>;
