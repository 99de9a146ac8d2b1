import * as z from 'zod/mini';
import { videoLimits } from '../limits/video-limits.ts';
import { amount, anyObject, anything, list, text } from '../tools/schema.ts';
import { videoIdPattern } from './video-id.ts';

/**
 * The reply of the API's `player` interface. The server also puts it into the page config, so that
 * a page load needs no API call before the first frame. All URLs are relative to the embed's
 * origin, or absolute.
 */

const videoIdSchema = z.string().check(z.regex(videoIdPattern, 'no video id'));

const urlSchema = text(videoLimits.urlMaxChars, 1);

const mediaSourceSchema = z.object({
  /** Packaging. `progressive` is a single MP4 or WebM file that every browser plays natively. */
  packaging: z.enum(['hls', 'dash', 'progressive']),
  url: urlSchema,
  mimeType: text(videoLimits.mimeTypeMaxChars),
  /**
   * Keys of encrypted media: `drmListSchema` of `drm.ts`. The engines check it, in scripts of their
   * own.
   */
  drm: z.optional(list(anyObject, videoLimits.keySystemsCount)),
  /** The film's beginning: `hlsOpeningSchema` of `hls-opening.ts`. The media worker checks it. */
  opening: z.optional(anyObject),
});
export type MediaSourceInfo = z.infer<typeof mediaSourceSchema>;

/**
 * For some of the player's panels only. They check it (`video-extras.ts`), so that a malformed part
 * affects nothing else.
 */
const unchecked = z.optional(anything);

/** BCP 47. */
export const languageSchema = z.string().check(z.regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/));

const captionTrackSchema = z.object({
  languageCode: languageSchema,
  /** The language's own name, for the menu. */
  label: text(videoLimits.labelMaxChars),
  url: urlSchema,
});
export type CaptionTrackInfo = z.infer<typeof captionTrackSchema>;

export const chapterSchema = z.object({
  startSeconds: amount,
  title: text(videoLimits.chapterTitleMaxChars),
});
export type Chapter = z.infer<typeof chapterSchema>;

export const playerResponseSchema = z.object({
  playabilityStatus: z.object({
    status: z.enum(['OK', 'UNPLAYABLE', 'ERROR']),
    /** A name of the error catalogue (`player-error.ts`); absent when playable. */
    errorCode: z.optional(text(videoLimits.errorCodeMaxChars)),
    /** A sentence for the viewer. */
    reason: z.optional(text(videoLimits.reasonMaxChars)),
    /** Playable in some places only, and the server does not know where the viewer is. */
    needsLocation: z.optional(z.boolean()),
  }),
  videoDetails: z.object({
    videoId: videoIdSchema,
    title: text(videoLimits.titleMaxChars),
    author: text(videoLimits.authorMaxChars),
    shortDescription: text(videoLimits.descriptionMaxChars),
    /** 0 if live or unknown. */
    lengthSeconds: amount,
    isLive: z.boolean(),
    /**
     * Low-latency live streams: seconds that players stay behind the end; absent: players choose.
     */
    holdBackSec: z.optional(amount),
    /** Pixels of the largest quality; 0 if unknown. */
    width: amount,
    height: amount,
    /** URL of the operator's own page for the video. */
    watchUrl: unchecked,
    channel: unchecked,
  }),
  /** Best first; the player uses the first that this browser can play. Empty when not playable. */
  sources: list(mediaSourceSchema, videoLimits.sourcesCount),
  captionTracks: list(captionTrackSchema, videoLimits.captionTracksCount),
  /** Sorted by time. */
  chapters: list(chapterSchema, videoLimits.chaptersCount),
  posterUrl: z.nullable(urlSchema),
  /** WebVTT whose cues name parts of a sprite (`sprite.jpg#xywh=0,0,160,90`). */
  storyboardUrl: z.nullable(urlSchema),
  /** The viewer's relation to the video and its channel. */
  viewer: unchecked,
  /** Other videos, for the end screen. */
  related: unchecked,
  /** Commands that the viewer's controls send. */
  commands: unchecked,
  /**
   * How often a playing page asks whether it may continue: `{ everySec }`. Checked by
   * `start-heartbeat.ts`.
   */
  heartbeat: unchecked,
});
export type PlayerResponse = z.infer<typeof playerResponseSchema>;

/** `GET /youtubei/v1/playlist/{listId}`: a playlist's videos, in order. */
export const playlistResponseSchema = z.object({
  playlistId: text(videoLimits.playlistIdMaxChars, 1),
  title: text(videoLimits.titleMaxChars),
  videoIds: list(videoIdSchema, videoLimits.playlistVideosCount),
});
export type PlaylistResponse = z.infer<typeof playlistResponseSchema>;

/**
 * With `?entries=1`: each video's details for a panel. Only the services check it, so that pages do
 * not carry its schema.
 */
export interface PlaylistEntry {
  videoId: string;
  title: string;
  author: string;
  /** 0 if live or unknown. */
  lengthSeconds: number;
  posterUrl: string | null;
}
export type PlaylistAnswer = PlaylistResponse & { entries?: PlaylistEntry[] | undefined };
