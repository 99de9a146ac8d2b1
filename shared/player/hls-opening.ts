import * as z from 'zod/mini';
import { openingLimits } from '../limits/opening-limits.ts';
import { videoLimits } from '../limits/video-limits.ts';
import { amount, integerFrom, list, text } from '../tools/schema.ts';

/** A file, or a range of its bytes. */
const partSchema = z.object({
  /** Relative to the playlist. */
  url: text(videoLimits.urlMaxChars, 1),
  /** Bytes from the file's beginning; absent: the whole file. */
  range: z.optional(z.object({ start: integerFrom(0), length: integerFrom(1) })),
});
export type OpeningPart = z.infer<typeof partSchema>;

/** The picture, the sound, or both in one file. Fragmented MP4. */
const trackSchema = z.object({
  /** With codecs. */
  mimeType: text(videoLimits.mimeTypeMaxChars, 1),
  /** Initialization section. */
  init: partSchema,
  /** The first segment. */
  segment: partSchema,
});
export type OpeningTrack = z.infer<typeof trackSchema>;

const renditionSchema = z.object({
  ...trackSchema.shape,
  /** The rendition's playlist, relative to the multivariant playlist. */
  playlist: text(videoLimits.urlMaxChars, 1),
  /** Bits a second at most, with the sound. */
  bandwidth: amount,
  /** Pixels; 0 if unknown. */
  width: amount,
  height: amount,
});
export type OpeningRendition = z.infer<typeof renditionSchema>;

/**
 * The beginning of a film in HLS (RFC 8216), as its playlists name it: what the media worker plays
 * before it has hls.js (`hls/worker/opening/`, decision 25).
 */
export const hlsOpeningSchema = z.object({
  /** Duration of the film. */
  seconds: amount,
  /** By bandwidth, the smallest first. */
  renditions: list(renditionSchema, openingLimits.renditionsCount, 1),
  /** Sound in files of its own, the same for all renditions. */
  audio: z.optional(trackSchema),
});
export type HlsOpening = z.infer<typeof hlsOpeningSchema>;
