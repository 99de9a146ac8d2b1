/** The provider's configuration */
export const configLimits = {
  /** design: how long a page's first events wait for the tiers that an earlier page stored. */
  readTiersMs: 1_000,
} as const;
