import * as v from 'valibot';
import { type PlaylistAnswer, playlistResponseSchema } from './player-response.ts';
import { amount, list, text } from './schema.ts';
import { videoIdPattern } from './video-id.ts';

const entrySchema = v.object({
  videoId: v.pipe(v.string(), v.regex(videoIdPattern)),
  title: text(5_000),
  author: text(500),
  lengthSeconds: amount,
  posterUrl: v.nullable(text(2_000, 1)),
});

/** `GET /youtubei/v1/playlist/{listId}?entries=1`; servers that know nothing of entries leave them out. */
export const playlistAnswerSchema: v.GenericSchema<unknown, PlaylistAnswer> = v.object({
  ...playlistResponseSchema.entries,
  entries: v.optional(list(entrySchema, 5_000)),
});
