/** The provider's log */
export const providerLogLimits = {
  /** §9: maximum waiting entries; when full, the oldest are dropped and counted. */
  bufferCount: 1_000,
  /** §9: the initial flush interval. */
  flushMs: 10_000,
  /** §9: maximum flush interval; it doubles with each failure. */
  flushMaxMs: 300_000,
  /** §9: fraction of the documents that report on their storage. */
  storageSample: 0.2,
  /** design: kinds are short identifiers. */
  kindMaxChars: 100,
  /** design: an error message in an entry or an event; the rest is cut. */
  messageMaxChars: 250,
} as const;
