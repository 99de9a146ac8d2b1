import * as z from 'zod/mini';
import { logFieldLimits } from '../limits/log-field-limits.ts';
import { providerLogLimits } from '../limits/provider-log-limits.ts';
import { amount, anything, integerFrom, list, map, number, text } from '../tools/schema.ts';
import { clientContextSchema, sidSchema } from './log-batch.ts';

/**
 * The services' log of themselves: storage, losses, playback quality. It is separate from the
 * events, because it must be able to report that the event path is blocked. It may be lost.
 */
export const providerLogEntrySchema = z.object({
  /**
   * Together with `sid` it identifies the entry. The services count from the time of their start;
   * the page numbers its own entries from 1.
   */
  n: integerFrom(1),
  timeMs: amount,
  kind: text(providerLogLimits.kindMaxChars, 1),
  fields: map(
    text(logFieldLimits.nameMaxChars),
    z.union([text(logFieldLimits.textMaxChars), number, z.boolean(), z.null()]),
  ),
});
export type ProviderLogEntry = z.infer<typeof providerLogEntrySchema>;
export type ProviderLogFields = ProviderLogEntry['fields'];

/** Entries are checked one by one, like events. */
export const providerLogBatchSchema = z.object({
  context: clientContextSchema,
  sid: sidSchema,
  requestTimeMs: amount,
  /** Entries of this document that were dropped so far because the buffer was full. */
  droppedCount: integerFrom(0),
  entries: list(anything, providerLogLimits.bufferCount, 1),
});
export type ProviderLogBatch = Omit<z.infer<typeof providerLogBatchSchema>, 'entries'> & {
  entries: ProviderLogEntry[];
};
