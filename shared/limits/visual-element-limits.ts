/** Visual elements */
export const visualElementLimits = {
  /** §9: elements whose attachment is remembered, so that it is not reported twice. */
  attachCacheCount: 1_000,
} as const;
