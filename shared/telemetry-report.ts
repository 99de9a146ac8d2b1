import * as v from 'valibot';

// What the server tells its dashboard (`GET /telemetry/report`). Times are milliseconds, moments Unix milliseconds.

const name = v.string();
const count = v.number();
const measured = v.nullable(v.number());

/** Nearest rank, so that each is a value that was measured; `null` without values. */
const spreadEntries = {
  count,
  median: measured,
  p95: measured,
  /** How many values lie from the end of the bar before up to, and without, its own; `null` is without end. */
  bars: v.array(v.object({ below: measured, count })),
};

const outcomes = {
  playbacks: count,
  played: count,
  exitsBeforeStart: count,
  failures: count,
  rebuffered: count,
};

const groups = v.array(v.object({ name, ...outcomes }));

const reportedErrorSchema = v.object({
  fingerprint: name,
  count,
  firstReceivedMs: count,
  lastReceivedMs: count,
  lastSid: name,
  source: name,
  level: name,
  type: name,
  message: name,
  /** With the places in the sources, as far as the present build knows them. */
  stack: name,
  clientName: name,
  clientVersion: name,
  params: v.record(name, name),
});

export const telemetryReportSchema = v.object({
  madeMs: count,
  /** Whether the operator has signed in with a token. */
  hasToken: v.boolean(),
  filter: v.object({
    fromMs: count,
    toMs: count,
    videoId: v.nullable(name),
    host: v.nullable(name),
    browser: v.nullable(name),
  }),
  totals: v.object({
    /** Playbacks that somebody or something asked for, those that played, and those that told how they went. */
    playbacks: count,
    played: count,
    summaries: count,
    exitsBeforeStart: count,
    autoplaysBlocked: count,
    failuresBeforeStart: count,
    failuresMidStream: count,
    rebuffered: count,
    rebufferCount: count,
    rebufferMs: count,
    watchedMs: count,
  }),
  startMs: v.object(spreadEntries),
  /** Percent of watched and waiting time, of the playbacks that played. */
  rebufferPercent: v.object(spreadEntries),
  /** Length of a step; steps in which nothing happened are left out. */
  stepMs: count,
  steps: v.array(v.object({ atMs: count, ...outcomes, medianStartMs: measured })),
  intake: v.array(
    v.object({
      atMs: count,
      batches: count,
      events: count,
      duplicates: count,
      rejected: count,
      bytes: count,
      malformedSummaries: count,
    }),
  ),
  videos: groups,
  hosts: groups,
  browsers: groups,
  failures: v.array(v.object({ name, beforeStart: count, midStream: count })),
  /** Of the whole store: created = stored + rejected + missing. */
  accounting: v.object({
    created: count,
    stored: count,
    rejected: count,
    missing: count,
    toldLost: v.array(v.object({ reason: name, count })),
    duplicates: count,
    documents: count,
    documentsWithHoles: count,
    batches: count,
    bytes: count,
  }),
  errors: v.array(reportedErrorSchema),
});

export type TelemetryReport = v.InferOutput<typeof telemetryReportSchema>;
export type ReportedError = v.InferOutput<typeof reportedErrorSchema>;

/** A line of `GET /telemetry/gaps`, as far as the dashboard shows it. */
export const documentHolesSchema = v.object({
  sid: name,
  highestSeq: count,
  stored: count,
  rejected: count,
  missing: count,
  ranges: v.array(v.tuple([count, count])),
  isCut: v.boolean(),
  lastReceivedMs: count,
});
export type DocumentHoles = v.InferOutput<typeof documentHolesSchema>;
