/** The page config */
export const pageConfigLimits = {
  /** design: malformed fields that are reported. */
  problemsCount: 20,
  /**
   * design: name and address in a report of a malformed field; they may repeat the field's value.
   */
  quotedMaxChars: 250,
  /** design: URLs of a provider's script and style. */
  addressMaxChars: 2_000,
  /** design: experiment flags in API calls, and ad signals. */
  flagsCount: 100,
  /** design: names and values of flags and ad signals; longer ones are left out. */
  flagMaxChars: 500,
  /** design: events whose tier the provider's configuration may set. */
  logTiersCount: 100,
} as const;
