import { providerLogLimits } from './limits.ts';
import { clientContextSchema, sidSchema } from './log-batch.ts';
import { z } from './zod.ts';

/**
 * What the services say of themselves: how their storage does, what they had to give up, how a playback went. Apart from the
 * events, because it must be able to tell that the events' own way is blocked, and because it may be lost.
 */
export const providerLogEntrySchema = z.object({
  /** +1 an entry within a document, from 1; with `sid` it is the entry's identity. Gaps are entries that were dropped. */
  n: z.int().check(z.positive()),
  timeMs: z.number().check(z.nonnegative()),
  kind: z.string().check(z.minLength(1), z.maxLength(providerLogLimits.kindMaxChars)),
  fields: z.record(
    z.string().check(z.maxLength(100)),
    z.union([z.string().check(z.maxLength(500)), z.number(), z.boolean(), z.null()]),
  ),
});
export type ProviderLogEntry = z.infer<typeof providerLogEntrySchema>;
export type ProviderLogFields = ProviderLogEntry['fields'];

/** Entries are checked one by one, as events are. */
export const providerLogBatchSchema = z.object({
  context: clientContextSchema,
  sid: sidSchema,
  requestTimeMs: z.number().check(z.nonnegative()),
  /** Entries of this document that its full buffer has dropped so far. */
  droppedCount: z.int().check(z.nonnegative()),
  entries: z.array(z.unknown()).check(z.minLength(1), z.maxLength(providerLogLimits.bufferCount)),
});
export type ProviderLogBatch = Omit<z.infer<typeof providerLogBatchSchema>, 'entries'> & {
  entries: ProviderLogEntry[];
};
