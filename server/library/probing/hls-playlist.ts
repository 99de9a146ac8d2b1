import * as z from 'zod';
import { anything, map, number } from '../../../shared/tools/schema.ts';

const byteRangeSchema = z.object({ length: number, offset: number });

/** Pieces of a segment that can be fetched before it is complete (RFC 8216bis 4.4.4.9). */
const partsSchema = z.array(z.object({ uri: z.optional(z.string()) }));

const segmentSchema = z.object({
  uri: z.string(),
  /** Seconds; absent if the EXTINF is missing or malformed. */
  duration: z.optional(number),
  byterange: z.optional(byteRangeSchema),
  map: z.optional(z.object({ uri: z.string(), byterange: z.optional(byteRangeSchema) })),
  /** Present in an encrypted segment. */
  key: z.optional(z.object({ method: z.optional(z.string()), uri: z.optional(z.string()) })),
  discontinuity: z.optional(z.boolean()),
  parts: z.optional(partsSchema),
});
export type HlsSegment = z.infer<typeof segmentSchema>;

const mediaGroupSchema = z.object({
  uri: z.optional(z.string()),
  default: z.optional(z.boolean()),
});

/** The parts of m3u8-parser's playlist that the server uses. */
export const hlsPlaylistSchema = z.object({
  segments: z.array(segmentSchema),
  endList: z.optional(z.boolean()),
  playlistType: z.optional(z.string()),
  targetDuration: z.optional(number),
  mediaSequence: z.optional(number),
  discontinuitySequence: z.optional(number),
  /** Seconds, with their defaults if the playlist has this tag. */
  serverControl: z.optional(
    z.object({
      canBlockReload: z.optional(z.boolean()),
      holdBack: z.optional(number),
      partHoldBack: z.optional(number),
    }),
  ),
  /** The segment that is being written. */
  preloadSegment: z.optional(z.object({ parts: z.optional(partsSchema) })),
  /** Present in a multivariant playlist. */
  playlists: z.optional(
    z.array(
      z.object({
        uri: z.string(),
        attributes: z.object({
          RESOLUTION: z.optional(z.object({ width: number, height: number })),
          /** Bits a second at most. */
          BANDWIDTH: z.optional(number),
          CODECS: z.optional(z.string()),
          /** A group id of `mediaGroups.AUDIO`. */
          AUDIO: z.optional(z.string()),
        }),
      }),
    ),
  ),
  iFramePlaylists: z.optional(z.array(z.object({ uri: z.optional(z.string()) }))),
  /** By type, group id and name. */
  mediaGroups: z.optional(map(z.string(), map(z.string(), map(z.string(), mediaGroupSchema)))),
  /** Present if players should not start at the beginning. */
  start: z.optional(anything),
  /** Among them are interstitials, such as advertisements before the film. */
  dateRanges: z.optional(z.array(anything)),
});
export type HlsPlaylist = z.infer<typeof hlsPlaylistSchema>;
