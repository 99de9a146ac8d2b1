import * as v from 'valibot';
import { map, number } from '../../shared/schema.ts';

const byteRangeSchema = v.object({ length: number, offset: number });

const segmentSchema = v.object({
  uri: v.string(),
  /** Seconds; absent when the EXTINF is missing or malformed. */
  duration: v.optional(number),
  byterange: v.optional(byteRangeSchema),
  map: v.optional(v.object({ uri: v.string(), byterange: v.optional(byteRangeSchema) })),
  /** Present in an encrypted segment. */
  key: v.optional(v.object({ method: v.optional(v.string()), uri: v.optional(v.string()) })),
  discontinuity: v.optional(v.boolean()),
});
export type HlsSegment = v.InferOutput<typeof segmentSchema>;

/** An HLS playlist as m3u8-parser gives it, as far as the server looks at it. */
export const hlsPlaylistSchema = v.object({
  segments: v.array(segmentSchema),
  endList: v.optional(v.boolean()),
  targetDuration: v.optional(number),
  mediaSequence: v.optional(number),
  discontinuitySequence: v.optional(number),
  /** Present in a multivariant playlist. */
  playlists: v.optional(
    v.array(
      v.object({
        uri: v.string(),
        attributes: v.object({ RESOLUTION: v.optional(v.object({ width: number, height: number })) }),
      }),
    ),
  ),
  iFramePlaylists: v.optional(v.array(v.object({ uri: v.optional(v.string()) }))),
  /** By type, group id and name. */
  mediaGroups: v.optional(
    map(v.string(), map(v.string(), map(v.string(), v.object({ uri: v.optional(v.string()) })))),
  ),
});
export type HlsPlaylist = v.InferOutput<typeof hlsPlaylistSchema>;
