/** News for the page */
export const newsLimits = {
  /**
   * design: how long accounting news (stored, delivered) is collected, because each message costs
   * the page a task.
   */
  collectMs: 250,
} as const;
