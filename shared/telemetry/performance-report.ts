import * as z from 'zod/mini';
import { budgetNames } from './budget-names.ts';

// The payload of `onPerformanceReport`: plain data. Times are milliseconds; moments count from
// `timeOriginMs`. Pages use only the types, and the server publishes the schemas.

/** Why a report is sent now; never because time has passed. */
const reasons = [
  /** The host subscribed, or declared a budget. */
  'asked',
  'first_frame',
  /** A measure exceeded its budget: once for each measure. */
  'budget_broken',
  /** The quality was lowered, so that the rest of the video fits the budget of `mediaBytes`. */
  'quality_reduced',
  /** INP or its script, layout shift or the largest paint changed. */
  'vitals_changed',
  'paused',
  'ended',
  'hidden',
] as const;
export type ReportReason = (typeof reasons)[number];

const amount = z.number();
const measured = z.nullable(amount);

/** Part of a long animation frame. */
const frameScriptSchema = z.object({
  /**
   * A file of the player's, e.g. `mount-ui-D1Ub_0fx.js`; `null` for other scripts, which may reveal
   * the viewer's extensions.
   */
  script: z.nullable(z.string()),
  /** Minified; empty if there is none. */
  function: z.string(),
  /**
   * The type of the caller: `user-callback`, `event-listener`, `resolve-promise`, `classic-script`,
   * … (W3C Long Animation Frames, `invokerType`).
   */
  invoker: z.string(),
  ms: amount,
  /** Part of `ms` spent on style and layout that the script forced. */
  forcedLayoutMs: amount,
});
export type FrameScript = z.infer<typeof frameScriptSchema>;

const longFrameSchema = z.object({
  startMs: amount,
  ms: amount,
  /** Part of `ms` that blocked the page: tasks beyond their first 50 ms. */
  blockingMs: amount,
  scripts: z.readonly(z.array(frameScriptSchema)),
});
export type LongFrame = z.infer<typeof longFrameSchema>;

/** Animation frames of more than 50 ms. */
const longFramesSchema = z.object({
  count: amount,
  blockingMs: amount,
  /**
   * Time in our own scripts and in others, over all frames. The rest is the browser's: parsing,
   * style, layout, paint.
   */
  ownScriptMs: amount,
  otherScriptMs: amount,
  /** The longest frames, longest first. */
  worst: z.readonly(z.array(longFrameSchema)),
});
export type LongFrames = z.infer<typeof longFramesSchema>;

/** This frame's tasks of more than 50 ms. */
const longTasksSchema = z.object({
  count: amount,
  longestMs: amount,
  /** Their total time beyond the first 50 ms of each. */
  blockingMs: amount,
});
export type LongTasks = z.infer<typeof longTasksSchema>;

/**
 * Interaction to Next Paint, as Web Vitals define it: the worst interaction, ignoring one for every
 * 50 interactions.
 */
const interactionSchema = z.object({
  inpMs: amount,
  /** `click`, `keydown`, … */
  type: z.string(),
  startMs: amount,
  inputDelayMs: amount,
  processingMs: amount,
  presentationMs: amount,
  /** The script that took most of the time, if it is one of ours. */
  script: z.nullable(frameScriptSchema),
});
export type Interaction = z.infer<typeof interactionSchema>;

/** Largest Contentful Paint, as Web Vitals define it. */
const largestPaintSchema = z.object({
  atMs: amount,
  /** Visible part of the picture or text, in square CSS pixels. */
  areaPx: amount,
});
export type LargestPaint = z.infer<typeof largestPaintSchema>;

const scriptBytesSchema = z.object({
  count: amount,
  /** As transferred: compressed, if the server compresses. */
  bytes: amount,
});
export type ScriptBytes = z.infer<typeof scriptBytesSchema>;

/**
 * Measures from the browser and the services. `null`: this browser does not measure it, or it has
 * not happened.
 */
const costReadingSchema = z.object({
  /** Where the services run. */
  place: z.nullable(z.string()),
  longTasks: z.nullable(longTasksSchema),
  longFrames: z.nullable(longFramesSchema),
  interaction: z.nullable(interactionSchema),
  /** Cumulative Layout Shift. */
  layoutShift: measured,
  largestPaint: z.nullable(largestPaintSchema),
  pageScripts: scriptBytesSchema,
  /** `null` until the services' thread answers. */
  servicesScripts: z.nullable(scriptBytesSchema),
  /** Requests of this page, without those of its worker. */
  requestCount: amount,
  /** Over the network for those requests; nothing for what came from the browser's cache. */
  transferredBytes: amount,
  /** Scripts of the page that came from the browser's cache. */
  cachedScriptCount: amount,
  services: z.object({
    /** From requesting the services until they answer. */
    startMs: measured,
    /** Total time on their thread. */
    busyMs: measured,
    /** Calls and event arrays that they received. */
    messageCount: measured,
  }),
  start: z.object({
    /** Since the frame was opened. */
    embedCreatedMs: measured,
    /** From the play request to the first frame. */
    playToFirstFrameMs: measured,
    /** Since the frame was opened. */
    firstFrameMs: measured,
  }),
  messages: z.object({
    /** Since measuring started. */
    fromHostCount: amount,
    toHostCount: amount,
  }),
});
export type CostReading = z.infer<typeof costReadingSchema>;

const budgetNameSchema = z.enum(budgetNames);

const budgetProblemSchema = z.object({
  code: z.literal('BAD_BUDGET'),
  field: z.string(),
  /** Cause and fix, for the host page's developer. */
  message: z.string(),
});
export type BudgetProblem = z.infer<typeof budgetProblemSchema>;

const budgetVerdictSchema = z.object({
  measures: z.array(
    z.object({
      name: budgetNameSchema,
      limit: amount,
      value: measured,
      state: z.enum(['kept', 'broken', 'unknown']),
    }),
  ),
  /** Invalid parts of the declared budget, which are ignored. */
  problems: z.readonly(z.array(budgetProblemSchema)),
});
export type BudgetVerdict = z.infer<typeof budgetVerdictSchema>;

export const performanceReportSchema = z.object({
  reason: z.enum(reasons),
  /** Unix time in milliseconds at which the frame was opened. */
  timeOriginMs: amount,
  atMs: amount,
  ...costReadingSchema.shape,
  /**
   * Media that was loaded, from its seconds and the bitrates of their qualities; counted since the
   * host has declared a budget of it. `null` without one, and for a file of unknown bitrate.
   */
  mediaBytes: measured,
  budget: budgetVerdictSchema,
});
export type PerformanceReport = z.infer<typeof performanceReportSchema>;

/** Accepted by `setPerformanceBudget`, when every field is valid. */
export const performanceBudgetSchema = z.partialRecord(
  budgetNameSchema,
  z.nullable(z.number().check(z.gte(0))),
);
