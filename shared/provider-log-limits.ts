/** A module of its own: the page keeps a copy of what waits, and needs none of the services' other limits. */

/** The provider's log */
export const providerLogLimits = {
  /** §9: entries that wait; of more the oldest are dropped and counted. */
  bufferCount: 1_000,
  /** §9: the flush interval starts at 10 s … */
  flushMs: 10_000,
  /** §9: … and doubles with each failure up to 5 min. */
  flushMaxMs: 300_000,
  /** §9: fraction of the documents that tell how their storage does. */
  storageSample: 0.2,
  /** design: kinds are short identifiers. */
  kindMaxChars: 100,
  /** design: what went wrong, in an entry or an event; the rest of a message is cut. */
  messageMaxChars: 250,
} as const;
