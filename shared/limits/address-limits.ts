/** Player variables of an address, and of a page config */
export const addressLimits = {
  /** design: names of variables. */
  nameMaxChars: 100,
  /** design: values of variables. */
  valueMaxChars: 10_000,
} as const;
