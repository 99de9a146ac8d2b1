/** Settings of a page for its calls */
export const settingLimits = {
  /** design: an address in a setting. */
  urlMaxChars: 2_000,
  /** design: the key of API calls. */
  keyMaxChars: 500,
  /** design: the signals for the ads provider, as a query string. */
  adSignalsMaxChars: 10_000,
  /** design: name or value of one such signal. */
  adSignalMaxChars: 500,
  /** design: signals in one call. */
  adSignalsCount: 100,
  /** design: consistency tokens in one call. */
  tokenJarsCount: 10,
  /** design: the operator's name for the service. */
  brandMaxChars: 100,
  /** design: experiment flags or ids, as one text. */
  experimentsMaxChars: 10_000,
} as const;
