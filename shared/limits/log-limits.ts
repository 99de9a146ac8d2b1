/** Events and batches */
export const logLimits = {
  /** §9: maximum events in one request. */
  batchCount: 100,
  /** §9: sequence indexes of a group wrap after this; `seq` never does. */
  sequenceMax: 65_535,
  /**
   * design: a single event, as JSON; larger ones are dropped and counted, so that one event can
   * never block a batch.
   */
  eventMaxChars: 50_000,
  /** design: payload names are short identifiers. */
  nameMaxChars: 100,
  /** design: group keys are ids. */
  groupKeyMaxChars: 200,
  /**
   * design: maximum stored but undelivered events of which the page keeps a copy, for its exit and
   * for restarted services.
   */
  keptDurableCount: 1_000,
} as const;
