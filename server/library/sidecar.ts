import * as v from 'valibot';
import { chapterSchema } from '../../shared/player-response.ts';
import { list, text } from '../../shared/schema.ts';

/** `<stem>.json`: what the files cannot say about a video. Everything is optional, unknown keys are ignored. */
export const sidecarSchema = v.object({
  /** Checked apart, so that a malformed id does not cost the rest. */
  id: v.optional(v.string()),
  title: v.optional(text(5_000)),
  author: v.optional(text(500)),
  description: v.optional(text(20_000)),
  chapters: v.optional(list(chapterSchema, 1_000)),
  /** Loops the HLS files of the video for ever, as a live stream. */
  live: v.optional(v.boolean()),
  /** Keeps the video from being played, and says why. */
  unplayable: v.optional(
    v.object({
      /** A name of the error catalogue. */
      errorCode: text(100, 1),
      reason: text(1_000),
    }),
  ),
});
export type Sidecar = v.InferOutput<typeof sidecarSchema>;
