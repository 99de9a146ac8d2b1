import * as z from 'zod';
import { qoeSummarySchema } from '../../../shared/telemetry/qoe-summary.ts';

// Answers of `GET /telemetry/playbacks.csv`, `.ndjson` and `GET /telemetry/qoe`. The server
// publishes these schemas, and loads them for nothing else.

const count = z.int().min(0);
const time = z.number().min(0);
const { end, failure } = qoeSummarySchema.shape;

/** A playback; the CSV has a column for each field, in this order. */
export const playbackRowSchema = z.object({
  receivedMs: time.describe('When the first of its events came: Unix milliseconds.'),
  videoId: z.string().describe('Empty where it is not known.'),
  host: z
    .string()
    .describe('Origin of the page that embeds, `direct` for none, empty where it is not known.'),
  browser: z.string().describe('What its `User-Agent` claims; empty where it is not known.'),
  hasPlayed: z.boolean().describe('Whether it is known to have played.'),
  hasSummary: z
    .boolean()
    .describe(
      'Whether it has told how it went (`video_stats.qoe`); without that the fields below say nothing.',
    ),
  end: z.nullable(end).describe('Why the last summary was told.'),
  isLive: z.boolean().describe('Whether it was a live stream.'),
  startMs: z
    .nullable(time)
    .describe('From asking to play to the first picture; `null` without one.'),
  isAutoplayBlocked: z.boolean().describe('Whether the browser refused to play by itself.'),
  isExitBeforeStart: z
    .boolean()
    .describe('It was to play, and ended without picture and without failure.'),
  watchedMs: time.describe('Time it played.'),
  rebufferCount: count.describe(
    'Waits for data, without the start and without what follows a seek.',
  ),
  rebufferMs: time.describe('How long they took together.'),
  rebufferPercent: z.nullable(time).describe('Of watched and waiting time together.'),
  failure: failure.check(z.describe('Whether it failed, and when.')),
  errorName: z.nullable(z.string()).describe('Name of the error that it failed with.'),
  averageHeight: z.nullable(time).describe('Pixels, weighted with the time watched.'),
  averageBitrate: z.nullable(time).describe('Bits a second, weighted with the time watched.'),
  sid: z.string().describe('The document that it was played in.'),
  cpn: z.string().describe('Random name of the playback.'),
});

/** Nearest rank, so that each value was measured; `null` without values. */
export const spreadSchema = z.object({
  count: count.describe('How many values there are.'),
  median: z.nullable(time),
  p95: z.nullable(time),
});

/** A short form of the report's figures. */
export const qoeOverviewSchema = z.object({
  playbacks: count.describe('Playbacks that somebody or something asked for.'),
  played: count.describe('Those that are known to have played.'),
  summaries: count.describe('Those that have told how they went.'),
  exitsBeforeStart: count.describe('Those that ended without picture and without failure.'),
  autoplaysBlocked: count.describe('Those that the browser did not let play by themselves.'),
  failures: z.object({ beforeStart: count, midStream: count }).describe('Those that failed.'),
  rebuffered: count.describe('Those that waited for data at all.'),
  startMs: spreadSchema.describe('From asking to play to the first picture: milliseconds.'),
  rebufferPercent: spreadSchema.describe(
    'Of watched and waiting time, of the playbacks that played.',
  ),
  malformed: count.describe('Summaries of this time that nobody can read.'),
});
