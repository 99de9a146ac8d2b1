import * as z from 'zod/mini';
import { clientContextSchema, sidSchema } from './log-batch.ts';
import { providerLogLimits } from './provider-log-limits.ts';
import { amount, anything, integerFrom, list, map, number, text } from './schema.ts';

/**
 * What the services say of themselves: how their storage does, what they had to give up, how a playback went. Apart from the
 * events, because it must be able to tell that the events' own way is blocked, and because it may be lost.
 */
export const providerLogEntrySchema = z.object({
  /**
   * With `sid` it is the entry's identity. The services count from the time at which they were started; the page numbers its own from 1.
   */
  n: integerFrom(1),
  timeMs: amount,
  kind: text(providerLogLimits.kindMaxChars, 1),
  fields: map(text(100), z.union([text(500), number, z.boolean(), z.null()])),
});
export type ProviderLogEntry = z.infer<typeof providerLogEntrySchema>;
export type ProviderLogFields = ProviderLogEntry['fields'];

/** Entries are checked one by one, as events are. */
export const providerLogBatchSchema = z.object({
  context: clientContextSchema,
  sid: sidSchema,
  requestTimeMs: amount,
  /** Entries of this document that its full buffer has dropped so far. */
  droppedCount: integerFrom(0),
  entries: list(anything, providerLogLimits.bufferCount, 1),
});
export type ProviderLogBatch = Omit<z.infer<typeof providerLogBatchSchema>, 'entries'> & {
  entries: ProviderLogEntry[];
};
