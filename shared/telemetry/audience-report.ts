import * as z from 'zod/mini';
import { customNamesSchema } from './custom-names.ts';
import { documentDimensions, ofEachDimension } from './document-dimensions.ts';

// The server's answer to `GET /telemetry/audience`: who watched what, and how far. Moments are Unix
// milliseconds. A viewing is a playback of which something was watched.

const name = z.string();
const count = z.number();
const measured = z.nullable(z.number());

/** Parts of a video that retention counts. */
export const retentionParts = 100;

/** Percentages of a video that viewings can reach. */
export const milestones = [25, 50, 75, 95] as const;

/** Dimensions by which viewings are grouped. */
export const audienceDimensions = ['video', ...documentDimensions, 'language'] as const;
export type AudienceDimension = (typeof audienceDimensions)[number];

const groupSchema = z.object({
  /** '' if unknown. */
  name,
  viewings: count,
  /** Different visitor ids. */
  viewers: count,
  watchedMs: count,
  /** Mean share of the video that a viewing has seen; `null` without a video that ends. */
  seenPercent: measured,
  /** Viewings that reached the last milestone. */
  finished: count,
});
export type AudienceGroup = z.infer<typeof groupSchema>;

const groups = z.array(groupSchema);

export const audienceReportSchema = z.object({
  madeMs: count,
  fromMs: count,
  toMs: count,
  /** Only viewings from this moment on are counted; `null` if it is all of the time. */
  countedFromMs: measured,
  viewings: count,
  /** Playing time of the viewer, whatever the rate, in milliseconds. */
  watchedMs: count,
  /** Different visitor ids. */
  viewers: count,
  /** Viewings without a visitor id; their viewers cannot be counted. */
  anonymousViewings: count,
  /** Viewings of videos that end, so without live streams. */
  retention: z.object({
    viewings: count,
    /** Median length of these videos in seconds. */
    durationSec: measured,
    /** For each hundredth of the video: viewings that saw it. */
    seen: z.array(count),
    /** For each hundredth: viewings that saw it more than once. */
    again: z.array(count),
    seenPercent: measured,
    /** Viewings that saw something at or after this percentage of the video. */
    reached: z.array(z.object({ percent: count, viewings: count })),
  }),
  /** How many watched at the same time: all videos and pages, whatever the filter. */
  concurrent: z.object({
    stepMs: count,
    /** Mean number of viewers during the step; steps in which nothing was watched are left out. */
    steps: z.array(z.object({ atMs: count, viewers: count })),
    /** The minute with the most; `null` if nothing was watched. */
    peak: z.nullable(z.object({ atMs: count, viewers: count })),
    /** In the last whole minute whose events have had the time to arrive. */
    nowViewers: count,
  }),
  live: z.object({
    viewings: count,
    stepMs: count,
    /** Viewings of live streams that began and ended in the step; empty steps are left out. */
    steps: z.array(z.object({ atMs: count, joined: count, left: count })),
  }),
  /** Names of the custom dimensions. */
  names: customNamesSchema,
  /** Those with the most viewings first; empty for custom dimensions without a name. */
  groups: z.object({
    video: groups,
    ...ofEachDimension(() => groups),
    language: groups,
  } satisfies Record<AudienceDimension, typeof groups>),
  /** Titles of the videos by id, without unknown ones. */
  titles: z.record(z.string(), z.string()),
});
export type AudienceReport = z.infer<typeof audienceReportSchema>;
