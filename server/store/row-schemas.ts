import * as z from 'zod';
import {
  clientContextSchema,
  logEventSchema,
  seqSchema,
  sidSchema,
} from '../../shared/telemetry/log-batch.ts';
import { logEndpoints } from '../../shared/telemetry/log-event.ts';
import { providerLogEntrySchema } from '../../shared/telemetry/provider-log.ts';

// Rows of the telemetry's feeds, made by `createFeeds`. The server publishes these schemas, and
// loads them for nothing else.

const row = z
  .int()
  .describe(
    'Number of the row. Numbers only grow, with gaps; use the last one to request the next page.',
  );
const sid = sidSchema.check(z.describe('Id of the document (page load) that sent it.'));
const moment = z.number().min(0);
const received = moment.describe(
  'When the server received it, by its own clock: Unix milliseconds.',
);
const count = z.int().min(0);
/**
 * A sum may exceed exact integers, because any sender can invent documents with a billion missing
 * events.
 */
const sum = z.number().min(0);

/** `GET /telemetry/events`, and `offstage export events`. */
export const eventRowSchema = z.object({
  row,
  sid,
  seq: seqSchema.check(
    z.describe('Number of the event in its document, from 1. With `sid` it identifies the event.'),
  ),
  name: logEventSchema.shape.name.check(
    z.describe('Name of the payload, such as `playback_state`.'),
  ),
  endpoint: z
    .enum(Object.keys(logEndpoints) as (keyof typeof logEndpoints)[])
    .describe('Path of the intake that received it.'),
  eventTimeMs: moment.describe('When it happened, by the viewer’s clock: Unix milliseconds.'),
  receivedMs: received,
  context: z
    .object({ ...clientContextSchema.shape, ...logEventSchema.shape.context.shape })
    .describe('The batch’s context merged with the event’s own.'),
  payload: z.record(z.string(), z.unknown()).describe('Payload of the event.'),
});

/** `GET /telemetry/log`, and `offstage export log`. */
export const logRowSchema = z.object({
  row,
  sid,
  n: providerLogEntrySchema.shape.n.check(
    z.describe('Number of the entry. With `sid` it identifies the entry.'),
  ),
  kind: providerLogEntrySchema.shape.kind.check(
    z.describe('Name of the entry, such as `events_lost`.'),
  ),
  timeMs: moment.describe('When it happened, by the viewer’s clock: Unix milliseconds.'),
  receivedMs: received,
  droppedCount: count.describe(
    'Entries that the document has dropped so far, not only up to this entry.',
  ),
  context: clientContextSchema.check(z.describe('Context of the batch.')),
  fields: providerLogEntrySchema.shape.fields.check(z.describe('Payload of the entry.')),
});

/** `GET /telemetry/errors`, and `offstage export errors`: a row for each different error. */
export const errorRowSchema = z.object({
  row,
  fingerprint: z
    .string()
    .describe(
      'Fingerprint, the same for the same error in the same version: 32 hexadecimal digits.',
    ),
  count: count.describe('Number of reports.'),
  firstReceivedMs: moment.describe('When the first report was received: Unix milliseconds.'),
  lastReceivedMs: moment.describe('When the latest report was received: Unix milliseconds.'),
  lastSid: sidSchema.check(z.describe('Id of the document of the latest report.')),
  source: z.string().describe('Where it was caught, such as `page` or `worker`.'),
  level: z.string().describe('`ERROR` or `WARNING`.'),
  type: z.string().describe('The error’s name, such as `TypeError`.'),
  message: z.string().describe('Its message, truncated.'),
  line: count.describe('Line in the script that the browser ran; 0 if the stack has none.'),
  stack: z.string().describe('With source positions, as far as the current build knows them.'),
  clientName: z.string().describe('Name of the client that reported it.'),
  clientVersion: z.string().describe('Its version.'),
  params: z.record(z.string(), z.string()).describe('Further facts about the error.'),
});

/** `GET /telemetry/gaps`: a row for each document with missing events. */
export const gapsRowSchema = z.object({
  row,
  sid,
  highestSeq: count.describe('The highest known event number: `stored` + `rejected` + `missing`.'),
  stored: count.describe('Number of stored events.'),
  rejected: count.describe(
    'Number of individually rejected events, as far as the intake remembers them.',
  ),
  missing: count.describe('Number of events in transit or lost.'),
  ranges: z
    .array(z.tuple([count, count]))
    .describe('The missing numbers, sorted, as inclusive ranges.'),
  isCut: z.boolean().describe('Whether there are more ranges.'),
  firstReceivedMs: moment.describe('When its first batch was received: Unix milliseconds.'),
  lastReceivedMs: moment.describe('When its latest batch was received: Unix milliseconds.'),
});

/** `GET /telemetry/feedback`. It names no viewer. */
export const feedbackRowSchema = z.object({
  row,
  receivedMs: received,
  token: z
    .string()
    .describe(
      '`problem.VIDEO_ID`, `not_interested.VIDEO_ID`, or a value from the operator’s own page.',
    ),
  isUnencrypted: z
    .boolean()
    .describe('Whether it is from the operator’s own page instead of this server’s replies.'),
  cpn: z.nullable(z.string()).describe('The playback that it is about; `null` if unknown.'),
});

/** `GET /telemetry/summary`. */
export const summarySchema = z.object({
  events: count.describe('Stored events: all accepted ones, except expired ones.'),
  batches: count.describe('Batches whose envelope was accepted, regardless of their events.'),
  duplicates: count.describe('Events received again.'),
  rejected: count.describe(
    'Individually rejected events, plus 1 for each batch rejected as a whole.',
  ),
  bytes: count.describe(
    'Total size of all request bodies as received; rejected ones as far as they were read.',
  ),
  clients: count.describe('Documents with at least one known event.'),
  missing: sum.describe(
    'Numbers below a known one that are neither stored nor rejected: in transit or lost.',
  ),
  expired: z
    .object({ events: count, clients: count, missing: sum })
    .describe('Totals of expired documents. They are not included above.'),
});
