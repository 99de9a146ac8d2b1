import * as z from 'zod';
import { heartbeatLimits } from '../../../shared/limits/recovery-limits.ts';
import { drmListSchema } from '../../../shared/player/drm.ts';
import { chapterSchema } from '../../../shared/player/player-response.ts';
import { channelSchema } from '../../../shared/player/video-extras-schemas.ts';
import { list, map, number, text } from '../../../shared/tools/schema.ts';

const latitude = number.check(z.gte(-90), z.lte(90));
const longitude = number.check(z.gte(-180), z.lte(180));

/** West, south, east, north. West is greater than east if the box crosses the antimeridian. */
const boundsSchema = z
  .tuple([longitude, latitude, longitude, latitude])
  .check(
    z.refine(([, south, , north]) => south <= north, 'the south edge lies north of the north edge'),
  );
export type Bounds = z.infer<typeof boundsSchema>;

const hexKey = z
  .string()
  .check(z.regex(/^[0-9a-fA-F]{32}$/, 'a key and its id have 32 hexadecimal digits'));

const badTime =
  'give a day such as 2026-05-01, or a moment with its zone such as 2026-05-01T18:00:00Z';

/** ISO 8601: a day, or a moment with its zone. */
const isoTime = text(50).check(
  z.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/, {
    error: badTime,
    abort: true,
  }),
  z.refine((written) => !Number.isNaN(Date.parse(written)), badTime),
);

/**
 * `<stem>.json`: facts about a video that its files do not contain. All keys are optional.
 * `parseSidecar` defines the effect of a mistake.
 */
export const sidecarSchema = z.object({
  $schema: z.optional(z.string()).describe('Address of this schema, for editors.'),
  // Validated later: the warning about a malformed id names its replacement.
  id: z
    .optional(z.string())
    .describe(
      'Id of the video: 11 characters of A-Z a-z 0-9 _ -. Without it one is made from the path.',
    ),
  title: z.optional(text(5_000)).describe('Without it the file’s name is the title.'),
  author: z
    .optional(text(500))
    .describe('Who made it. `listType=user_uploads` lists the videos of an author.'),
  description: z.optional(text(20_000)).describe('What it is about.'),
  chapters: z
    .optional(list(chapterSchema, 1_000))
    .describe('Chapters, each from its second on to the next one.'),
  channel: z
    .optional(channelSchema)
    .describe('Whose it is, shown beside the title. What is malformed of it costs all of it.'),
  uploadDate: z
    .optional(isoTime)
    .describe(
      'When it was published: 2026-05-01, or a moment with its zone such as 2026-05-01T18:00:00Z. Months go to 12, days to 31, hours to 24.',
    ),
  watchUrl: z
    .optional(text(2_000, 1).check(z.regex(/^(https?:\/\/|\/)/)))
    .describe('Your own page for the video: absolute, or a path of this server.'),
  live: z
    .optional(z.boolean())
    .describe('Loops the HLS files of the video for ever, as a live stream.'),
  lowLatency: z
    .optional(z.boolean())
    .describe(
      'With `live`: offers the fragments of each segment as soon as they are there (low-latency HLS).',
    ),
  playableWithin: z
    .optional(boundsSchema)
    .describe(
      'Where it may be played: west, south, east and north edge in degrees (a GeoJSON bbox). South must not lie north of north; west is greater than east across the antimeridian.',
    ),
  clearKeys: z
    .optional(map(hexKey, hexKey))
    .describe(
      'Keys by their ids, hexadecimal, of a video that is encrypted for ClearKey. This server gives licences for them.',
    ),
  drm: z
    .optional(drmListSchema)
    .describe('Where an encrypted video’s licences come from, the best first.'),
  // Validated later: an invalid pattern must not allow any page.
  embedDomains: z
    .optional(z.unknown())
    .describe(
      'Whose pages may embed it: "example.com", "*.example.com", "localhost:4401". ["*"] is any page, [] none. A pattern that cannot be read allows nobody.',
    ),
  private: z
    .optional(z.boolean())
    .describe('Listed nowhere, and played only with a signed embed URL.'),
  heartbeatSec: z
    .optional(number.check(z.gte(heartbeatLimits.everyMinSec), z.lte(heartbeatLimits.everyMaxSec)))
    .describe('Seconds: how often a playing page asks whether the video may go on.'),
  unplayable: z
    .optional(
      z.object({
        errorCode: text(100, 1).check(
          z.describe('A name of the error catalogue, such as `heartbeat.stop`.'),
        ),
        reason: text(1_000).check(z.describe('A sentence for the viewer.')),
      }),
    )
    .describe('Keeps the video from being played, and says why.'),
});
export type Sidecar = z.infer<typeof sidecarSchema>;
