/** Fields in the provider's log */
export const logFieldLimits = {
  /** design: name of a field. */
  nameMaxChars: 100,
  /** design: a text. */
  textMaxChars: 500,
} as const;
