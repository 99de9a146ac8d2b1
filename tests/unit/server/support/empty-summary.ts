/** The telemetry's summary of an empty store. */
export const emptySummary = {
  events: 0,
  batches: 0,
  duplicates: 0,
  rejected: 0,
  bytes: 0,
  clients: 0,
  missing: 0,
  expired: { events: 0, clients: 0, missing: 0 },
};
