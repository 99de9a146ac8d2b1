import { isVideoId } from './video-id.ts';
import { z } from './zod.ts';

/**
 * What the API's `player` interface answers, and what the server puts into the page config so that a page load needs no API
 * call before the first frame. All URLs are relative to the embed's origin or absolute.
 */

const videoIdSchema = z
  .string()
  .check(z.refine(isVideoId, 'a video id has 11 characters of A-Z a-z 0-9 _ -'));

const urlSchema = z.string().check(z.minLength(1), z.maxLength(2_000));

const mediaSourceSchema = z.object({
  /** How it is packaged. `progressive` is a single MP4 or WebM file that every browser plays alone. */
  packaging: z.enum(['hls', 'dash', 'progressive']),
  url: urlSchema,
  mimeType: z.string().check(z.maxLength(200)),
});
export type MediaSourceInfo = z.infer<typeof mediaSourceSchema>;

const captionTrackSchema = z.object({
  /** BCP 47. */
  languageCode: z.string().check(z.regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/)),
  /** The language's own name, for the menu. */
  label: z.string().check(z.maxLength(200)),
  url: urlSchema,
});
export type CaptionTrackInfo = z.infer<typeof captionTrackSchema>;

export const chapterSchema = z.object({
  startSeconds: z.number().check(z.nonnegative()),
  title: z.string().check(z.maxLength(500)),
});
export type Chapter = z.infer<typeof chapterSchema>;

export const playerResponseSchema = z.object({
  playabilityStatus: z.object({
    status: z.enum(['OK', 'UNPLAYABLE', 'ERROR']),
    /** A name of the error catalogue (`player-error.ts`); absent when playable. */
    errorCode: z.optional(z.string().check(z.maxLength(100))),
    /** A sentence for the viewer. */
    reason: z.optional(z.string().check(z.maxLength(1_000))),
  }),
  videoDetails: z.object({
    videoId: videoIdSchema,
    title: z.string().check(z.maxLength(5_000)),
    author: z.string().check(z.maxLength(500)),
    shortDescription: z.string().check(z.maxLength(20_000)),
    /** 0 when live or not known. */
    lengthSeconds: z.number().check(z.nonnegative()),
    isLive: z.boolean(),
    /** Pixels of the largest picture; 0 when not known. */
    width: z.number().check(z.nonnegative()),
    height: z.number().check(z.nonnegative()),
  }),
  /** Best first; the player takes the first that this browser can play. Empty when not playable. */
  sources: z.array(mediaSourceSchema).check(z.maxLength(50)),
  captionTracks: z.array(captionTrackSchema).check(z.maxLength(200)),
  /** In order of time. */
  chapters: z.array(chapterSchema).check(z.maxLength(1_000)),
  posterUrl: z.nullable(urlSchema),
  /** WebVTT whose cues name parts of a sprite (`sprite.jpg#xywh=0,0,160,90`). */
  storyboardUrl: z.nullable(urlSchema),
});
export type PlayerResponse = z.infer<typeof playerResponseSchema>;

/** `GET /youtubei/v1/playlist/{listId}`: a playlist's videos, in order. */
export const playlistResponseSchema = z.object({
  playlistId: z.string().check(z.minLength(1), z.maxLength(200)),
  title: z.string().check(z.maxLength(5_000)),
  videoIds: z.array(videoIdSchema).check(z.maxLength(5_000)),
});
export type PlaylistResponse = z.infer<typeof playlistResponseSchema>;
