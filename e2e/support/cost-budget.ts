/**
 * What the player may cost, in counts that a slower machine does not change. Each is what it costs
 * now and a little room for the moment
 * at which a test looks; who makes it cheaper lowers it, who makes it dearer has to say why here.
 */
export const costBudget = {
  /**
   * Brotli'd, of a page with a host that waits for its viewer. Page 20, host protocols 6, the
   * services' start 2.5, what comes when it is idle 5.5.
   */
  waitingScriptBytes: 35_000,
  /**
   * All but media of the same: the page, seven scripts on it, two of the services, the visitor id.
   */
  waitingRequestCount: 11,
  /**
   * Tasks of ours over 50 ms of processor time at 4× in it: none here, where the longest takes some
   * 40; the player's start on a machine half as fast.
   */
  waitingLongTaskCount: 1,
  /**
   * Brotli'd, of a page that was opened and plays; the hashes in names of scripts make some 50
   * bytes more or less of it with each version. Page 20, controls 64, texts 3.5, host protocols 6,
   * what comes when the page is idle (0.4 of it keeps the provider's log over the page's end), and
   * when it plays (0.3 of it asks whether the video may go on).
   */
  pageScriptBytes: 117_000,
  /**
   * Brotli'd. The services (16.5), those that come after them (14) and what embeds do for each
   * other (2.3), and the clean-up of the day (1.2).
   * 1.6 of it came with what
   * the specification wanted and nothing called: kept tiers, a connection proved by any answer,
   * requests stored with their address,
   * the provider's log kept over the worker's end.
   */
  servicesScriptBytes: 34_000,
  /**
   * All but media, of a page with a host API that was opened and plays: the page, two styles, 26
   * scripts, the visitor id.
   */
  requestCount: 30,
  /**
   * Tasks with more than 50 ms of processor time at 4× in which our scripts ran, while the page
   * loads and draws its controls: React is
   * loaded and draws in three. A machine three times as slow counts what is 17 ms here, which
   * doubles them.
   */
  longTaskCount: 6,
  /** To the services in 10 s of playback: arrays of events. */
  toServicesCount: 6,
  /** From them: receipts, answers. */
  fromServicesCount: 8,
  /** React, in 10 s of playback with the controls shown: the clock, once a second. */
  renderCount: 14,
  /** In 10 s of a paused page that nobody touches, once all is delivered. */
  idleTaskCount: 0,
  idleRequestCount: 0,
} as const;
