import * as z from 'zod/mini';
import { amount, list, type Schema, text } from '../tools/schema.ts';
import { type PlaylistAnswer, playlistResponseSchema } from './player-response.ts';
import { videoIdPattern } from './video-id.ts';

const entrySchema = z.object({
  videoId: z.string().check(z.regex(videoIdPattern)),
  title: text(5_000),
  author: text(500),
  lengthSeconds: amount,
  posterUrl: z.nullable(text(2_000, 1)),
});

/** `GET /youtubei/v1/playlist/{listId}?entries=1`; servers without entries leave them out. */
export const playlistAnswerSchema = z.object({
  ...playlistResponseSchema.shape,
  entries: z.optional(list(entrySchema, 5_000)),
}) satisfies Schema<PlaylistAnswer>;
