/**
 * What the player may cost its page, and what is told of it. Beside `limits.ts`, because only pages that somebody measures load it: the
 * bundler keeps a module whole.
 */

/** Budget of a host that declares none */
export const performanceBudget = {
  /** design: milliseconds that main-thread tasks have taken beyond their first 50, in all; what Lighthouse calls good. */
  blockingMs: 200,
  /** design: the longest main-thread task; a page answers within 100 ms, or is felt to be slow (RAIL). */
  longTaskMs: 100,
  /** design: Interaction to Next Paint; what Web Vitals call good. */
  inpMs: 200,
  /** design: Cumulative Layout Shift, which the shell's fixed places leave no cause for. */
  layoutShift: 0,
  /** design: scripts of the page's thread as they were transferred or stored, an engine and all panels included. */
  pageScriptBytes: 350_000,
  /** design: scripts of the services' thread, the same way. */
  servicesScriptBytes: 60_000,
} as const;

/** Performance reports */
export const performanceLimits = {
  /** design: the longest animation frames that a report tells one by one. */
  framesCount: 5,
  /** design: scripts that are told of each, the longest first. */
  frameScriptsCount: 5,
  /** design: a function's name in a report; minified names are shorter. */
  nameMaxChars: 100,
  /** design: problems of a budget that are told; hosts write the fields. */
  budgetProblemsCount: 10,
  /** design: the shortest interaction that counts, the least that browsers tell of. */
  interactionMinMs: 16,
  /** design: spans of either thread that the page keeps to show; DevTools have them all. */
  keptSpansCount: 50,
} as const;
