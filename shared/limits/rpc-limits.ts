/** The worker */
export const rpcLimits = {
  /**
   * design: if the worker has not answered a call by then, a ping follows; an unanswered ping means
   * that the worker is dead.
   */
  callDeadlineMs: 15_000,
  /**
   * design: the same for the first call of a start, doubled with each restart. With its ping,
   * services whose script does not load start again after 7, 9 and 13 s, then after 21 s in the
   * page.
   */
  startDeadlineMs: 2_000,
  /** design: if a ping is not answered by then, the worker is dead. */
  pingDeadlineMs: 5_000,
  /**
   * design: `flush` waits for the network, so it has a deadline of its own; exceeding it is an
   * answer and does not mean a dead worker.
   */
  flushDeadlineMs: 35_000,
  /** design: wait before the first restart, doubled for each further one. */
  restartDelayMs: 250,
  /** design: restarts before the services move into the page. */
  restartCount: 3,
  /** design: if the services ran nowhere, wait before the next attempt, doubled each time. */
  reviveMs: 5_000,
  /** design: maximum wait before the next attempt to start services. */
  reviveMaxMs: 60_000,
} as const;
