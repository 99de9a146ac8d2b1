/** The end screen */
export const endScreenLimits = {
  /** design: maximum related videos; a large screen has room for them. */
  tilesCount: 9,
} as const;
