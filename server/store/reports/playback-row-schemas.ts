import * as z from 'zod';
import { knownEngines, otherEngine } from '../../../shared/telemetry/playback-dimensions.ts';
import { qoeSummarySchema } from '../../../shared/telemetry/qoe-summary.ts';

// Answers of `GET /telemetry/playbacks.csv`, `.ndjson` and `GET /telemetry/qoe`. The server
// publishes these schemas, and loads them for nothing else.

const count = z.int().min(0);
const time = z.number().min(0);
const { end, failure } = qoeSummarySchema.shape;

/** A playback; the CSV has a column for each field, in this order. */
export const playbackRowSchema = z.object({
  receivedAt: z
    .string()
    .describe('When its first event was received: ISO 8601, in UTC, as spreadsheets read it.'),
  receivedMs: time.describe('The same moment in Unix milliseconds.'),
  videoId: z.string().describe('Id of the video; empty if unknown.'),
  title: z.string().describe('Title of the video in the library now; empty if it is not there.'),
  host: z.string().describe('Origin of the embedding page; `direct` for none, empty if unknown.'),
  browser: z.string().describe('From its `User-Agent`; empty if unknown.'),
  hasPlayed: z.boolean().describe('Whether it played.'),
  hasSummary: z
    .boolean()
    .describe(
      'Whether a summary was received (`video_stats.qoe`); without one, the fields from `end` to `averageBitrate` are unknown: `null` or `false`.',
    ),
  end: z.nullable(end).describe('Reason for the last summary.'),
  isLive: z.boolean().describe('Whether it was a live stream.'),
  startMs: z
    .nullable(time)
    .describe('From the play request to the first frame; `null` without one.'),
  isAutoplayBlocked: z.boolean().describe('Whether the browser blocked autoplay.'),
  isExitBeforeStart: z
    .boolean()
    .describe('Play was requested, but the playback ended without a frame and without a failure.'),
  watchedMs: z.nullable(time).describe('Time played; `null` without a summary.'),
  rebufferCount: z
    .nullable(count)
    .describe(
      'Number of rebuffers, without startup and without waits after a seek; `null` without a summary.',
    ),
  rebufferMs: z
    .nullable(time)
    .describe('Total duration of the rebuffers; `null` without a summary.'),
  rebufferPercent: z
    .nullable(time)
    .describe('Share of watched and waiting time spent waiting, in percent.'),
  failure: failure.check(z.describe('Whether it failed, and when.')),
  isRefusal: z
    .boolean()
    .describe('Whether the failure is a refusal: private, expired, or a forbidden page.'),
  errorName: z.nullable(z.string()).describe('Name of the error that it failed with.'),
  averageHeight: z.nullable(time).describe('Pixels, weighted with the time watched.'),
  averageBitrate: z.nullable(time).describe('Bits a second, weighted with the time watched.'),
  sid: z.string().describe('Id of the document in which it played.'),
  cpn: z.string().describe('Random name of the playback.'),
  device: z
    .string()
    .describe(
      '`desktop`, `mobile`, `tablet`, `tv` or `bot`, from its `User-Agent`; empty if unknown.',
    ),
  country: z
    .string()
    .describe('ISO 3166-1 alpha-2 code, from the GeoIP file of `--geoip`; empty if unknown.'),
  version: z.string().describe('Version of the player; empty if unknown.'),
  engine: z
    .string()
    .describe(
      `What played it: ${knownEngines.map((name) => `\`${name}\``).join(', ')} or \`${otherEngine}\`; empty if unknown, as of a playback that never began.`,
    ),
  startedBy: z
    .string()
    .describe(
      'What started it: `viewer` (a click or key), `host` (a command of the page) or `player` (autoplay, the next of a list, a loop); empty if unknown.',
    ),
});

/** Nearest rank; `null` without values. */
export const spreadSchema = z.object({
  count: count.describe('Number of values.'),
  median: z.nullable(time).describe('Of many playbacks at most 1 % off.'),
  p95: z.nullable(time).describe('Of many playbacks at most 1 % off.'),
});

/** A short form of the report's figures. */
export const qoeOverviewSchema = z.object({
  playbacks: count.describe('Requested playbacks.'),
  played: count.describe('Playbacks that played.'),
  summaries: count.describe('Playbacks with a summary.'),
  exitsBeforeStart: count.describe('Playbacks that ended without a frame and without a failure.'),
  autoplaysBlocked: count.describe('Playbacks whose autoplay the browser blocked.'),
  failures: z
    .object({ beforeStart: count, midStream: count })
    .describe('Playbacks that failed, without refusals.'),
  refusals: count.describe('Playbacks that a rule refused: private, expired, forbidden page.'),
  rebuffered: count.describe('Playbacks that rebuffered at least once.'),
  startMs: spreadSchema.describe('From the play request to the first frame: milliseconds.'),
  rebufferPercent: spreadSchema.describe(
    'Share of watched and waiting time spent waiting, in percent, for playbacks that played.',
  ),
  malformed: count.describe('Malformed summaries in this time.'),
  countedFromMs: z
    .nullable(z.number())
    .describe(
      'With two or more conditions besides the time, only the latest playbacks are counted: those from this moment on, in Unix milliseconds; `null` if it is all of them.',
    ),
});
