/** Reading stacks of errors */
export const stackLimits = {
  /** design: longer URLs cannot be a script's. */
  urlMaxChars: 1_000,
  /** design: only the end of a line is read, where the place is. */
  tailChars: 4_000,
} as const;
