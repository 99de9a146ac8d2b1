/** Reading one document */
export const documentLimits = {
  /** design: events read of a document; an hour of watching has some hundreds. */
  eventsCount: 20_000,
  /** design: characters of these events, which the server holds in memory. */
  eventsMaxChars: 20_000_000,
  /** design: events read from the store at once, so that other requests do not wait. */
  pageCount: 500,
  /** design: entries of its provider’s log. */
  logCount: 2_000,
  /** design: its error reports; a player sends five. */
  errorsCount: 100,
  /** design: documents that are named if several have a playback of the same name. */
  sameNameCount: 10,
} as const;
