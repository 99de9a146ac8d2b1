import * as z from 'zod/mini';
import { budgetNames } from './budget-names.ts';

// What `onPerformanceReport` tells hosts: plain data. Times are milliseconds, moments such since `timeOriginMs`. Pages take the types
// alone, and the server publishes the schemas.

/** Why a report is told now; never because time has passed. */
const reasons = [
  /** Somebody has subscribed, or declared a budget. */
  'asked',
  'first_frame',
  /** A measure has come to lie over its budget: once each. */
  'budget_broken',
  'paused',
  'ended',
  'hidden',
] as const;
export type ReportReason = (typeof reasons)[number];

const amount = z.number();
const measured = z.nullable(amount);

/** Part of a long animation frame. */
const frameScriptSchema = z.object({
  /** File of the player's, e.g. `mount-ui-D1Ub_0fx.js`; `null` for scripts that are not ours: which those are is the viewer's business. */
  script: z.nullable(z.string()),
  /** Empty where it has none. Minified. */
  function: z.string(),
  /** What called it: `user-callback`, `event-listener`, `resolve-promise`, `classic-script`, … (W3C Long Animation Frames, `invokerType`). */
  invoker: z.string(),
  ms: amount,
  /** Of these, for style and layout that the script has asked for. */
  forcedLayoutMs: amount,
});
export type FrameScript = z.infer<typeof frameScriptSchema>;

const longFrameSchema = z.object({
  startMs: amount,
  ms: amount,
  /** Of these, what kept the page from answering: tasks beyond their first 50 ms. */
  blockingMs: amount,
  scripts: z.readonly(z.array(frameScriptSchema)),
});
export type LongFrame = z.infer<typeof longFrameSchema>;

/** Animation frames of more than 50 ms. */
const longFramesSchema = z.object({
  count: amount,
  blockingMs: amount,
  /** Of all of them, what our scripts have taken, and what others have. The rest is the browser's own: parsing, style, layout, paint. */
  ownScriptMs: amount,
  otherScriptMs: amount,
  /** The longest, the longest first. */
  worst: z.readonly(z.array(longFrameSchema)),
});
export type LongFrames = z.infer<typeof longFramesSchema>;

/** Tasks of more than 50 ms of this frame. */
const longTasksSchema = z.object({
  count: amount,
  longestMs: amount,
  /** What they have taken beyond their first 50 ms. */
  blockingMs: amount,
});
export type LongTasks = z.infer<typeof longTasksSchema>;

/** Interaction to Next Paint, as Web Vitals define it: the worst interaction; of 50 and more, of each 50 one is left out. */
const interactionSchema = z.object({
  inpMs: amount,
  /** `click`, `keydown`, … */
  type: z.string(),
  startMs: amount,
  inputDelayMs: amount,
  processingMs: amount,
  presentationMs: amount,
  /** The script that took most of it, if one of ours did. */
  script: z.nullable(frameScriptSchema),
});
export type Interaction = z.infer<typeof interactionSchema>;

const scriptBytesSchema = z.object({
  count: amount,
  /** As transferred: compressed, where the server does. */
  bytes: amount,
});
export type ScriptBytes = z.infer<typeof scriptBytesSchema>;

/** What the browser has noted, and the services say. `null`: this browser does not measure it, or it has not happened. */
const costReadingSchema = z.object({
  /** Where the services run. */
  place: z.nullable(z.string()),
  longTasks: z.nullable(longTasksSchema),
  longFrames: z.nullable(longFramesSchema),
  interaction: z.nullable(interactionSchema),
  /** Cumulative Layout Shift. */
  layoutShift: measured,
  pageScripts: scriptBytesSchema,
  /** `null` while the services' thread has not answered. */
  servicesScripts: z.nullable(scriptBytesSchema),
  /** Requests of this page, those of its worker not counted. */
  requestCount: amount,
  services: z.object({
    /** From asking for them until they answer. */
    startMs: measured,
    /** On their thread, in all. */
    busyMs: measured,
    /** Calls and arrays of events that they got. */
    messageCount: measured,
  }),
  start: z.object({
    /** Since the frame was opened. */
    embedCreatedMs: measured,
    /** From asking to play until the first frame. */
    playToFirstFrameMs: measured,
    /** Since the frame was opened. */
    firstFrameMs: measured,
  }),
  messages: z.object({
    /** Since somebody measures. */
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
  /** What of the declared budget is done without, and why. */
  problems: z.readonly(z.array(budgetProblemSchema)),
});
export type BudgetVerdict = z.infer<typeof budgetVerdictSchema>;

export const performanceReportSchema = z.object({
  reason: z.enum(reasons),
  /** Unix time in milliseconds at which the frame was opened. */
  timeOriginMs: amount,
  atMs: amount,
  ...costReadingSchema.shape,
  budget: budgetVerdictSchema,
});
export type PerformanceReport = z.infer<typeof performanceReportSchema>;

/** What `setPerformanceBudget` takes, where all of it counts. */
export const performanceBudgetSchema = z.partialRecord(
  budgetNameSchema,
  z.nullable(z.number().check(z.gte(0))),
);
