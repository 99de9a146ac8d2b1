/** Budget of a host that declares none */
export const performanceBudget = {
  /**
   * design: total time of main-thread tasks beyond their first 50 ms, in milliseconds; Lighthouse
   * rates this as good.
   */
  blockingMs: 200,
  /**
   * design: the longest main-thread task; a page that answers within 100 ms does not feel slow
   * (RAIL).
   */
  longTaskMs: 100,
  /** design: Interaction to Next Paint; Web Vitals rate this as good. */
  inpMs: 200,
  /** design: Cumulative Layout Shift; the shell's fixed layout leaves no cause for any. */
  layoutShift: 0,
  /**
   * design: scripts of the page's thread as transferred or stored, including an engine and all
   * panels.
   */
  pageScriptBytes: 350_000,
  /** design: scripts of the services' thread, measured the same way. */
  servicesScriptBytes: 60_000,
} as const;

/** Performance reports */
export const performanceLimits = {
  /** design: this part of a budget of media is kept for errors of the estimate. */
  mediaReserveShare: 0.1,
  /** design: assumed rest of a live stream, in seconds, as its end is unknown. */
  liveRestSec: 600,
  /** design: animation frames listed in a report, the longest. */
  framesCount: 5,
  /** design: the latest long frames in which an interaction's script is looked for. */
  latestFramesCount: 10,
  /** design: scripts listed for each frame, the longest first. */
  frameScriptsCount: 5,
  /** design: a function's name in a report; minified names are shorter. */
  nameMaxChars: 100,
  /** design: reported problems of a budget, whose fields hosts write. */
  budgetProblemsCount: 10,
  /** design: the shortest interaction that counts, the minimum that browsers report. */
  interactionMinMs: 16,
  /** design: interval of field reports at least; a viewer may hide a page again and again. */
  fieldEveryMs: 30_000,
  /** design: a device with no more processors than this is of the low class, … */
  lowCoresCount: 2,
  /** design: … or with no more memory, in GiB. */
  lowMemoryGb: 2,
  /** design: a device with at least this number of processors is of the high class, … */
  highCoresCount: 8,
  /** design: … if it has this memory, the most that browsers tell. */
  highMemoryGb: 8,
  /** W3C Long Tasks: time of a task that does not block; the rest of it does. */
  taskFreeMs: 50,
} as const;
