/** The viewer's position, for videos that need it */
export const positionLimits = {
  /** §9: time-out of the browser's position request. */
  timeoutMs: 10_000,
  /** §9: time-out on mobile web, where high accuracy is requested. */
  mobileTimeoutMs: 15_000,
} as const;
