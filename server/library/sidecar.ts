import * as v from 'valibot';
import { drmListSchema } from '../../shared/drm.ts';
import { chapterSchema } from '../../shared/player-response.ts';
import { heartbeatLimits } from '../../shared/recovery-limits.ts';
import { list, map, number, text } from '../../shared/schema.ts';
import { channelSchema } from '../../shared/video-extras.ts';

const latitude = v.pipe(number, v.minValue(-90), v.maxValue(90));
const longitude = v.pipe(number, v.minValue(-180), v.maxValue(180));

/** Its west is greater than its east if it crosses the antimeridian. */
const boundsSchema = v.pipe(
  v.strictTuple([longitude, latitude, longitude, latitude]),
  v.check(([, south, , north]) => south <= north, 'the south edge lies north of the north edge'),
);
export type Bounds = v.InferOutput<typeof boundsSchema>;

const hexKey = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/i, 'a key and its id have 32 hexadecimal digits'));

/** As ISO 8601 writes it: a day, or a moment with its zone. */
const isoTime = v.pipe(
  text(50),
  v.check(
    (written) =>
      /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(written) &&
      !Number.isNaN(Date.parse(written)),
    'give a day such as 2026-05-01, or a moment with its zone such as 2026-05-01T18:00:00Z',
  ),
);

/** `<stem>.json`: what the files cannot say about a video. Everything is optional. `parseSidecar` says what a mistake costs. */
export const sidecarSchema = v.object({
  /** Checked apart: a malformed id is named with what is used in its place. */
  id: v.optional(v.string()),
  title: v.optional(text(5_000)),
  author: v.optional(text(500)),
  description: v.optional(text(20_000)),
  chapters: v.optional(list(chapterSchema, 1_000)),
  /** Whose it is, for the title bar; what is malformed of it costs all of it. */
  channel: v.optional(channelSchema),
  /** When it was published. */
  uploadDate: v.optional(isoTime),
  /** The operator's own page for the video: absolute, or a path of this server. */
  watchUrl: v.optional(v.pipe(text(2_000, 1), v.regex(/^(https?:\/\/|\/)/))),
  /** Loops the HLS files of the video for ever, as a live stream. */
  live: v.optional(v.boolean()),
  /** With `live`: offers the fragments of each segment as soon as they are there (low-latency HLS). */
  lowLatency: v.optional(v.boolean()),
  /** Where the video may be played: west, south, east and north edge in degrees (a GeoJSON `bbox`). */
  playableWithin: v.optional(boundsSchema),
  /** Keys by their ids, hexadecimal, of a video that is encrypted for ClearKey. This server gives licences for them. */
  clearKeys: v.optional(map(hexKey, hexKey)),
  /** Where an encrypted video's licences come from. */
  drm: v.optional(drmListSchema),
  /** Whose pages may embed the video: patterns of `embed-domains.js`. Checked apart: what is wrong with it opens nothing. */
  embedDomains: v.optional(v.unknown()),
  /** Listed nowhere, and played only with a signed embed URL. */
  private: v.optional(v.boolean()),
  /** Seconds: how often a playing page asks whether the video may go on. */
  heartbeatSec: v.optional(
    v.pipe(number, v.minValue(heartbeatLimits.everyMinSec), v.maxValue(heartbeatLimits.everyMaxSec)),
  ),
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
