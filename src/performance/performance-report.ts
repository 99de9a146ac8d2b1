import type { BudgetVerdict } from './performance-budget.ts';

/** Why a report is told now; never because time has passed. */
export type ReportReason =
  /** Somebody has subscribed, or declared a budget. */
  | 'asked'
  | 'first_frame'
  /** A measure has come to lie over its budget: once each. */
  | 'budget_broken'
  | 'paused'
  | 'ended'
  | 'hidden';

/** Part of a long animation frame. */
export interface FrameScript {
  /** File of the player's, e.g. `mount-ui-D1Ub_0fx.js`; `null` for scripts that are not ours: which those are is the viewer's business. */
  script: string | null;
  /** Empty where it has none. Minified. */
  function: string;
  /** What called it: `user-callback`, `event-listener`, `resolve-promise`, `classic-script`, … (W3C Long Animation Frames, `invokerType`). */
  invoker: string;
  ms: number;
  /** Of these, for style and layout that the script has asked for. */
  forcedLayoutMs: number;
}

export interface LongFrame {
  startMs: number;
  ms: number;
  /** Of these, what kept the page from answering: tasks beyond their first 50 ms. */
  blockingMs: number;
  scripts: readonly FrameScript[];
}

/** Animation frames of more than 50 ms. */
export interface LongFrames {
  count: number;
  blockingMs: number;
  /** Of all of them, what our scripts have taken, and what others have. The rest is the browser's own: parsing, style, layout, paint. */
  ownScriptMs: number;
  otherScriptMs: number;
  /** The longest, the longest first. */
  worst: readonly LongFrame[];
}

/** Tasks of more than 50 ms of this frame. */
export interface LongTasks {
  count: number;
  longestMs: number;
  /** What they have taken beyond their first 50 ms. */
  blockingMs: number;
}

/** Interaction to Next Paint, as Web Vitals define it: the worst interaction; of 50 and more, of each 50 one is left out. */
export interface Interaction {
  inpMs: number;
  /** `click`, `keydown`, … */
  type: string;
  startMs: number;
  inputDelayMs: number;
  processingMs: number;
  presentationMs: number;
  /** The script that took most of it, if one of ours did. */
  script: FrameScript | null;
}

export interface ScriptBytes {
  count: number;
  /** As transferred: compressed, where the server does. */
  bytes: number;
}

/** What the browser has noted, and the services say. `null`: this browser does not measure it, or it has not happened. */
export interface CostReading {
  /** Where the services run. */
  place: string | null;
  longTasks: LongTasks | null;
  longFrames: LongFrames | null;
  interaction: Interaction | null;
  /** Cumulative Layout Shift. */
  layoutShift: number | null;
  pageScripts: ScriptBytes;
  /** `null` while the services' thread has not answered. */
  servicesScripts: ScriptBytes | null;
  /** Requests of this page, those of its worker not counted. */
  requestCount: number;
  services: {
    /** From asking for them until they answer. */
    startMs: number | null;
    /** On their thread, in all. */
    busyMs: number | null;
    /** Calls and arrays of events that they got. */
    messageCount: number | null;
  };
  start: {
    /** Since the frame was opened. */
    embedCreatedMs: number | null;
    /** From asking to play until the first frame. */
    playToFirstFrameMs: number | null;
    /** Since the frame was opened. */
    firstFrameMs: number | null;
  };
  messages: {
    /** Since somebody measures. */
    fromHostCount: number;
    toHostCount: number;
  };
}

/** What `onPerformanceReport` tells: plain data. Times are milliseconds, moments such since `timeOriginMs`. */
export interface PerformanceReport extends CostReading {
  reason: ReportReason;
  /** Unix time in milliseconds at which the frame was opened. */
  timeOriginMs: number;
  atMs: number;
  budget: BudgetVerdict;
}
