/** Several stores */
export const severalLimits = {
  /**
   * design: a new store takes documents from the day after tomorrow on. Until then every server
   * can be restarted with it, and pages whose clock is a day ahead have ids of that day.
   */
  daysUntilUsed: 2,
  /** design: pause before the stores are asked again while they have not agreed on a map. */
  agreeAgainMs: 1_000,
  /** design: pause before they are asked again whether another server has added a store. */
  lookAgainMs: 60_000,
} as const;
