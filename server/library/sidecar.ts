import { chapterSchema } from '../../shared/player-response.ts';
import { z } from '../../shared/zod.ts';

/** `<stem>.json`: what the files cannot say about a video. Everything is optional, unknown keys are ignored. */
export const sidecarSchema = z.object({
  /** Checked apart, so that a malformed id does not cost the rest. */
  id: z.optional(z.string()),
  title: z.optional(z.string().check(z.maxLength(5_000))),
  author: z.optional(z.string().check(z.maxLength(500))),
  description: z.optional(z.string().check(z.maxLength(20_000))),
  chapters: z.optional(z.array(chapterSchema).check(z.maxLength(1_000))),
  /** Loops the HLS files of the video for ever, as a live stream. */
  live: z.optional(z.boolean()),
  /** Keeps the video from being played, and says why. */
  unplayable: z.optional(
    z.object({
      /** A name of the error catalogue. */
      errorCode: z.string().check(z.minLength(1), z.maxLength(100)),
      reason: z.string().check(z.maxLength(1_000)),
    }),
  ),
});
export type Sidecar = z.infer<typeof sidecarSchema>;
