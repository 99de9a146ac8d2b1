import * as z from 'zod';
import { heartbeatLimits } from '../../../shared/limits/recovery-limits.ts';
import { videoLimits } from '../../../shared/limits/video-limits.ts';
import { drmListSchema } from '../../../shared/player/drm.ts';
import { chapterSchema } from '../../../shared/player/player-response.ts';
import { channelSchema } from '../../../shared/player/video-extras-schemas.ts';
import { list, map, number, text } from '../../../shared/tools/schema.ts';
import { sidecarLimits } from './sidecar-limits.ts';

const latitude = number.check(z.gte(-90), z.lte(90));
const longitude = number.check(z.gte(-180), z.lte(180));

/** West, south, east, north. West is greater than east if the box crosses the antimeridian. */
const boundsSchema = z
  .tuple([longitude, latitude, longitude, latitude])
  .check(
    z.refine(([, south, , north]) => south <= north, 'the south edge is north of the north edge'),
  );
export type Bounds = z.infer<typeof boundsSchema>;

const hexKey = z
  .string()
  .check(z.regex(/^[0-9a-fA-F]{32}$/, 'a key and its id must have 32 hexadecimal digits'));

const badTime =
  'use a date such as 2026-05-01, or a time with its zone such as 2026-05-01T18:00:00Z';

/** ISO 8601: a day, or a moment with its zone. */
const isoTime = text(sidecarLimits.timeMaxChars).check(
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
  $schema: z.optional(z.string()).describe('URL of this schema, for editors.'),
  // Validated later: the warning about a malformed id names its replacement.
  id: z
    .optional(z.string())
    .describe('Id of the video: 11 characters of A-Z a-z 0-9 _ -. Default: derived from the path.'),
  title: z
    .optional(text(videoLimits.titleMaxChars))
    .describe('Title of the video. Default: the file’s name.'),
  author: z
    .optional(text(videoLimits.authorMaxChars))
    .describe('Author of the video. `listType=user_uploads` lists an author’s videos.'),
  description: z
    .optional(text(videoLimits.descriptionMaxChars))
    .describe('Description of the video.'),
  chapters: z
    .optional(list(chapterSchema, videoLimits.chaptersCount))
    .describe('Chapters. Each starts at its second and ends where the next one starts.'),
  channel: z
    .optional(channelSchema)
    .describe(
      'The channel, shown beside the title. If any part is malformed, the whole channel is ignored.',
    ),
  uploadDate: z
    .optional(isoTime)
    .describe(
      'Publication date: 2026-05-01, or a time with its zone such as 2026-05-01T18:00:00Z. Months up to 12, days up to 31, hours up to 24.',
    ),
  watchUrl: z
    .optional(text(videoLimits.urlMaxChars, 1).check(z.regex(/^(https?:\/\/|\/)/)))
    .describe('Your own page for the video: an absolute URL, or a path on this server.'),
  live: z
    .optional(z.boolean())
    .describe('Loops the HLS files of the video endlessly, as a live stream.'),
  lowLatency: z
    .optional(z.boolean())
    .describe(
      'With `live`: offers the fragments of each segment as soon as they are available (low-latency HLS).',
    ),
  playableWithin: z
    .optional(boundsSchema)
    .describe(
      'Where the video may be played: west, south, east and north edge in degrees (a GeoJSON bbox). South must not be greater than north; west is greater than east across the antimeridian.',
    ),
  clearKeys: z
    .optional(map(hexKey, hexKey))
    .describe(
      'Hexadecimal keys by key id, for a video encrypted for ClearKey. This server issues licences for them.',
    ),
  drm: z
    .optional(drmListSchema)
    .describe('Licence servers of an encrypted video, preferred first.'),
  // Validated later: an invalid pattern must not allow any page.
  embedDomains: z
    .optional(z.unknown())
    .describe(
      'Domains whose pages may embed the video: "example.com", "*.example.com", "localhost:4401". ["*"] allows all pages, [] none. An invalid pattern allows no page.',
    ),
  private: z
    .optional(z.boolean())
    .describe('The video is not listed, and plays only with a signed embed URL.'),
  heartbeatSec: z
    .optional(number.check(z.gte(heartbeatLimits.everyMinSec), z.lte(heartbeatLimits.everyMaxSec)))
    .describe('Seconds between the checks whether a playing page may continue.'),
  unplayable: z
    .optional(
      z.object({
        errorCode: text(videoLimits.errorCodeMaxChars, 1).check(
          z.describe('A name of the error catalogue, such as `heartbeat.stop`.'),
        ),
        reason: text(videoLimits.reasonMaxChars).check(z.describe('A message for the viewer.')),
      }),
    )
    .describe('Blocks playback of the video, with the reason.'),
});
export type Sidecar = z.infer<typeof sidecarSchema>;
