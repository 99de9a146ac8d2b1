import * as z from 'zod';
import { type LogEndpoint, logEndpoints } from '../../../shared/telemetry/log-event.ts';
import type { AcceptedBatch, AcceptedProviderLog } from '../event-store.ts';
import type { ReceivedError } from '../insert-errors.ts';

/** A write that a spool keeps until the store takes it. */
export type SpoolEntry =
  | { kind: 'batch'; item: AcceptedBatch }
  | { kind: 'log'; item: AcceptedProviderLog }
  | { kind: 'error'; item: ReceivedError };

const count = z.int().check(z.nonnegative());
const endpoints = Object.keys(logEndpoints) as [LogEndpoint, ...LogEndpoint[]];

const batchSchema = z.object({
  sid: z.string(),
  endpoint: z.enum(endpoints),
  clientEventId: z.string(),
  receivedMs: z.number(),
  wireBytes: count,
  // Earlier versions did not note device and country.
  browser: z.optional(z.string()),
  device: z.optional(z.string()),
  country: z.optional(z.string()),
  events: z.array(
    z.object({
      seq: count,
      name: z.string(),
      eventTimeMs: z.number(),
      contextJson: z.string(),
      payloadJson: z.string(),
    }),
  ),
  rejected: count,
  rejectedSeqs: z.array(count),
});

const logSchema = z.object({
  sid: z.string(),
  receivedMs: z.number(),
  droppedCount: count,
  contextJson: z.string(),
  entries: z.array(
    z.object({ n: count, kind: z.string(), timeMs: z.number(), fieldsJson: z.string() }),
  ),
});

const errorSchema = z
  .object({
    error: z.object({
      fingerprint: z.string(),
      id: z.string(),
      sid: z.string(),
      timeMs: z.optional(z.number()),
      source: z.string(),
      level: z.string(),
      type: z.string(),
      message: z.string(),
      line: z.number(),
      stack: z.string(),
      clientName: z.string(),
      clientVersion: z.string(),
      paramsJson: z.string(),
    }),
    receivedMs: z.number(),
    groupsCount: count,
  })
  // Earlier versions did not keep the time of an error.
  .transform(({ error, receivedMs, groupsCount }) => ({
    error: { ...error, timeMs: error.timeMs ?? receivedMs },
    receivedMs,
    groupsCount,
  }));

/** Rows of the spool's file, which an older or newer version may have written. */
export const spoolEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('batch'), item: batchSchema }),
  z.object({ kind: z.literal('log'), item: logSchema }),
  z.object({ kind: z.literal('error'), item: errorSchema }),
]);
