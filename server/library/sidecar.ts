import * as z from 'zod';
import { drmListSchema } from '../../shared/drm.ts';
import { chapterSchema } from '../../shared/player-response.ts';
import { heartbeatLimits } from '../../shared/recovery-limits.ts';
import { list, map, number, text } from '../../shared/schema.ts';
import { channelSchema } from '../../shared/video-extras-schemas.ts';

const latitude = number.check(z.gte(-90), z.lte(90));
const longitude = number.check(z.gte(-180), z.lte(180));

/** Its west is greater than its east if it crosses the antimeridian. */
const boundsSchema = z
  .tuple([longitude, latitude, longitude, latitude])
  .check(z.refine(([, south, , north]) => south <= north, 'the south edge lies north of the north edge'));
export type Bounds = z.infer<typeof boundsSchema>;

const hexKey = z.string().check(z.regex(/^[0-9a-f]{32}$/i, 'a key and its id have 32 hexadecimal digits'));

/** As ISO 8601 writes it: a day, or a moment with its zone. */
const isoTime = text(50).check(
  z.refine(
    (written) =>
      /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(written) &&
      !Number.isNaN(Date.parse(written)),
    'give a day such as 2026-05-01, or a moment with its zone such as 2026-05-01T18:00:00Z',
  ),
);

/** `<stem>.json`: what the files cannot say about a video. Everything is optional. `parseSidecar` says what a mistake costs. */
export const sidecarSchema = z.object({
  /** Checked apart: a malformed id is named with what is used in its place. */
  id: z.optional(z.string()),
  title: z.optional(text(5_000)),
  author: z.optional(text(500)),
  description: z.optional(text(20_000)),
  chapters: z.optional(list(chapterSchema, 1_000)),
  /** Whose it is, for the title bar; what is malformed of it costs all of it. */
  channel: z.optional(channelSchema),
  /** When it was published. */
  uploadDate: z.optional(isoTime),
  /** The operator's own page for the video: absolute, or a path of this server. */
  watchUrl: z.optional(text(2_000, 1).check(z.regex(/^(https?:\/\/|\/)/))),
  /** Loops the HLS files of the video for ever, as a live stream. */
  live: z.optional(z.boolean()),
  /** With `live`: offers the fragments of each segment as soon as they are there (low-latency HLS). */
  lowLatency: z.optional(z.boolean()),
  /** Where the video may be played: west, south, east and north edge in degrees (a GeoJSON `bbox`). */
  playableWithin: z.optional(boundsSchema),
  /** Keys by their ids, hexadecimal, of a video that is encrypted for ClearKey. This server gives licences for them. */
  clearKeys: z.optional(map(hexKey, hexKey)),
  /** Where an encrypted video's licences come from. */
  drm: z.optional(drmListSchema),
  /** Whose pages may embed the video: patterns of `embed-domains.js`. Checked apart: what is wrong with it opens nothing. */
  embedDomains: z.optional(z.unknown()),
  /** Listed nowhere, and played only with a signed embed URL. */
  private: z.optional(z.boolean()),
  /** Seconds: how often a playing page asks whether the video may go on. */
  heartbeatSec: z.optional(
    number.check(z.gte(heartbeatLimits.everyMinSec), z.lte(heartbeatLimits.everyMaxSec)),
  ),
  /** Keeps the video from being played, and says why. */
  unplayable: z.optional(
    z.object({
      /** A name of the error catalogue. */
      errorCode: text(100, 1),
      reason: text(1_000),
    }),
  ),
});
export type Sidecar = z.infer<typeof sidecarSchema>;
