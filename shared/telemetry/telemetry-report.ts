import * as z from 'zod/mini';
import { completenessSchema } from './completeness-report.ts';
import { customNamesSchema } from './custom-names.ts';
import { experimentArms } from './experiment-arm.ts';
import { ofEachReportDimension, ofEachReportList } from './playback-dimensions.ts';
import { playbackOutcomes } from './playback-outcome.ts';

// The server's report for its dashboard (`GET /telemetry/report`). Times are milliseconds, moments
// Unix milliseconds.

const name = z.string();
const count = z.number();
const measured = z.nullable(z.number());

/**
 * Nearest rank, so that each is a measured value; of more than 10,000 playbacks it may be 1 % off.
 * `null` without values.
 */
const spreadEntries = {
  count,
  median: measured,
  p95: measured,
  /**
   * A histogram. Each bar counts values from the previous bar's end up to `below`, exclusive;
   * `null` is unbounded.
   */
  bars: z.array(z.object({ below: measured, count })),
};

const outcomes = {
  playbacks: count,
  played: count,
  exitsBeforeStart: count,
  /** Without refusals. */
  failures: count,
  refusals: count,
  rebuffered: count,
};

const causes = z.array(z.object({ name, beforeStart: count, midStream: count }));
const groups = z.array(
  z.object({
    name,
    ...outcomes,
    /** Events of its page loads among those that `completeness` has looked at; 0 if none is. */
    created: count,
    stored: count,
  }),
);

const reportedErrorSchema = z.object({
  row: count,
  fingerprint: name,
  count,
  firstReceivedMs: count,
  lastReceivedMs: count,
  lastSid: name,
  source: name,
  level: name,
  type: name,
  message: name,
  line: count,
  /** With source locations, as far as the current build knows them. */
  stack: name,
  clientName: name,
  clientVersion: name,
  params: z.record(name, name),
});

const listedPlaybackSchema = z.object({
  receivedMs: count,
  videoId: name,
  ...ofEachReportDimension(() => name),
  hasPlayed: z.boolean(),
  startMs: measured,
  isAutoplayBlocked: z.boolean(),
  isExitBeforeStart: z.boolean(),
  watchedMs: measured,
  /** Waiting for data during playback. */
  rebufferMs: measured,
  isRefusal: z.boolean(),
  /** Name of the error that it failed with. */
  errorName: z.nullable(name),
  cpn: name,
});

export const telemetryReportSchema = z.object({
  madeMs: count,
  /** Whether the operator has signed in with a token. */
  hasToken: z.boolean(),
  /** Whether the page was opened by a read-only link. */
  isReader: z.boolean(),
  filter: z.object({
    fromMs: count,
    toMs: count,
    videoId: z.nullable(name),
    /** '' matches playbacks of which it is not known. */
    ...ofEachReportDimension(() => z.nullable(name)),
    /** Only playbacks of pages in this experiment; missing without one. */
    experiment: z.optional(name),
    /** Only those in this arm of it; missing for both arms. */
    arm: z.optional(z.enum(experimentArms)),
    /** Names of the custom dimensions that are in use. */
    names: z.optional(customNamesSchema),
    /** Only `latest` has this condition; missing without one. */
    outcome: z.optional(z.enum(playbackOutcomes)),
  }),
  totals: z.object({
    /** Playbacks that were requested, that played, and that sent a summary. */
    playbacks: count,
    played: count,
    summaries: count,
    exitsBeforeStart: count,
    autoplaysBlocked: count,
    /** Without refusals. */
    failuresBeforeStart: count,
    failuresMidStream: count,
    /** The video is private or expired, or the page is forbidden. */
    refusals: count,
    rebuffered: count,
    rebufferCount: count,
    rebufferMs: count,
    watchedMs: count,
  }),
  startMs: z.object(spreadEntries),
  /** Percent of watched plus waiting time, over the playbacks that played. */
  rebufferPercent: z.object(spreadEntries),
  /** Length of a step; empty steps are left out. */
  stepMs: count,
  steps: z.array(z.object({ atMs: count, ...outcomes, medianStartMs: measured })),
  /** All that the intake received in the filter's time; its other conditions do not apply. */
  intake: z.array(
    z.object({
      atMs: count,
      batches: count,
      events: count,
      duplicates: count,
      rejected: count,
      bytes: count,
      malformedSummaries: count,
    }),
  ),
  /** Those with the most playbacks. */
  videos: groups,
  ...ofEachReportList(() => groups),
  /**
   * From the play request to the first frame, by what started the playback; without those of which
   * none has started. The filter's own `startedBy` does not apply. At most 1 % off.
   */
  firstFrames: z.array(
    z.object({ startedBy: name, count, median: z.number(), p75: z.number(), p95: z.number() }),
  ),
  /**
   * Where a filter has no stored sums, only its latest playbacks are counted: those from this
   * moment on; `null` if it is all of them.
   */
  countedFromMs: z.object({
    figures: measured,
    videos: measured,
    ...ofEachReportList(() => measured),
    /** For an outcome the latest playbacks are looked through: those from this moment on. */
    latest: measured,
  }),
  /** The newest playbacks, newest first; those with the outcome of the filter, if it has one. */
  latest: z.array(listedPlaybackSchema),
  /** Names of experiments that ran in the time of the filter, the latest first. */
  experiments: z.array(name),
  /** Titles of the report's videos that are in the library now, by id. */
  titles: z.record(name, name),
  /** Why playbacks failed, the most frequent first. */
  failures: causes,
  /** Why playbacks were refused, the most frequent first. */
  refusals: causes,
  /**
   * Which part of the events that players created has arrived. Without conditions but the time: of
   * all page loads that began in its hours. Otherwise of those of the latest playbacks that match.
   */
  completeness: completenessSchema,
  /** For the whole store: created = stored + rejected + missing. */
  accounting: z.object({
    /** Sum of the highest numbers that are known of each document. */
    created: count,
    stored: count,
    rejected: count,
    /** Neither here nor refused: on their way, kept by a viewer's browser, or lost. */
    missing: count,
    /**
     * Events that pages reported as dropped. They count as `missing` once the number of a later
     * event is known.
     */
    reportedLost: z.array(z.object({ reason: name, count })),
    duplicates: count,
    documents: count,
    documentsWithHoles: count,
    batches: count,
    bytes: count,
  }),
  /** Those that came last within the time of the filter, the most frequent first. */
  errors: z.array(reportedErrorSchema),
});

export type TelemetryReport = z.infer<typeof telemetryReportSchema>;
export type ListedPlayback = z.infer<typeof listedPlaybackSchema>;
export type ReportedError = z.infer<typeof reportedErrorSchema>;

/** A line of `GET /telemetry/gaps`: the fields that the dashboard shows. */
export const documentHolesSchema = z.object({
  sid: name,
  highestSeq: count,
  stored: count,
  rejected: count,
  missing: count,
  ranges: z.array(z.tuple([count, count])),
  isCut: z.boolean(),
  lastReceivedMs: count,
});
export type DocumentHoles = z.infer<typeof documentHolesSchema>;
