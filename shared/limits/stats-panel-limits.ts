/** The panel of statistics */
export const statsPanelLimits = {
  /** design: interval at which its rows are updated. */
  updateMs: 1_000,
} as const;
