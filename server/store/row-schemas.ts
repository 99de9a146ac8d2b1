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
    'Number of the row. Rows only grow, with gaps; the next page is asked for with the last one.',
  );
const sid = sidSchema.check(z.describe('The document (page load) that it comes from.'));
const moment = z.number().min(0);
const received = moment.describe('When the server had read it, by its clock: Unix milliseconds.');
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
    z.describe(
      'Number of the event in its document, from 1. With `sid` it is the event’s identity.',
    ),
  ),
  name: logEventSchema.shape.name.check(
    z.describe('Name of the payload, such as `playback_state`.'),
  ),
  endpoint: z
    .enum(Object.keys(logEndpoints) as (keyof typeof logEndpoints)[])
    .describe('Where it arrived.'),
  eventTimeMs: moment.describe('When it happened, by the viewer’s clock: Unix milliseconds.'),
  receivedMs: received,
  context: z
    .object({ ...clientContextSchema.shape, ...logEventSchema.shape.context.shape })
    .describe('The batch’s context and the event’s own, together.'),
  payload: z.record(z.string(), z.unknown()).describe('What the event says.'),
});

/** `GET /telemetry/log`, and `offstage export log`. */
export const logRowSchema = z.object({
  row,
  sid,
  n: providerLogEntrySchema.shape.n.check(
    z.describe('Number of the entry. With `sid` it is the entry’s identity.'),
  ),
  kind: providerLogEntrySchema.shape.kind.check(z.describe('What is told, such as `events_lost`.')),
  timeMs: moment.describe('When it happened, by the viewer’s clock: Unix milliseconds.'),
  receivedMs: received,
  droppedCount: count.describe(
    'Entries that the document has dropped up to now, not up to this entry.',
  ),
  context: clientContextSchema.check(z.describe('Of the batch.')),
  fields: providerLogEntrySchema.shape.fields.check(z.describe('What is told of it.')),
});

/** `GET /telemetry/errors`, and `offstage export errors`: a row for each different error. */
export const errorRowSchema = z.object({
  row,
  fingerprint: z
    .string()
    .describe('The same for the same error of the same version: 32 hexadecimal digits.'),
  count: count.describe('Reports of it.'),
  firstReceivedMs: moment.describe('When the first report came: Unix milliseconds.'),
  lastReceivedMs: moment.describe('When the latest report came: Unix milliseconds.'),
  lastSid: sidSchema.check(z.describe('The document of the latest report.')),
  source: z.string().describe('Where it was caught, such as `page` or `worker`.'),
  level: z.string().describe('`ERROR` or `WARNING`.'),
  type: z.string().describe('The error’s name, such as `TypeError`.'),
  message: z.string().describe('Its message, cut.'),
  line: count.describe('In the script that the browser ran; 0 where the stack does not say.'),
  stack: z
    .string()
    .describe('With the places in the sources, as far as the present build knows them.'),
  clientName: z.string().describe('Name of the client that reported it.'),
  clientVersion: z.string().describe('Its version.'),
  params: z.record(z.string(), z.string()).describe('Facts beside the error.'),
});

/** `GET /telemetry/gaps`: a row for each document with missing events. */
export const gapsRowSchema = z.object({
  row,
  sid,
  highestSeq: count.describe(
    'The highest event number that is known: `stored` + `rejected` + `missing`.',
  ),
  stored: count.describe('Events that are stored.'),
  rejected: count.describe(
    'Events that the intake refused one by one, as far as it remembers them.',
  ),
  missing: count.describe('Events that are not here yet, or lost.'),
  ranges: z
    .array(z.tuple([count, count]))
    .describe('The missing numbers, sorted, as inclusive ranges.'),
  isCut: z.boolean().describe('Whether there are more ranges behind these.'),
  firstReceivedMs: moment.describe('When its first batch came: Unix milliseconds.'),
  lastReceivedMs: moment.describe('When its latest batch came: Unix milliseconds.'),
});

/** `GET /telemetry/feedback`. It names no viewer. */
export const feedbackRowSchema = z.object({
  row,
  receivedMs: received,
  token: z
    .string()
    .describe(
      '`problem.VIDEO_ID`, `not_interested.VIDEO_ID`, or what the operator’s own page sent.',
    ),
  isUnencrypted: z
    .boolean()
    .describe('Whether it is of the operator’s own page, and not of this server’s replies.'),
  cpn: z
    .nullable(z.string())
    .describe('The playback that it is about; `null` where that is not known.'),
});

/** `GET /telemetry/summary`. */
export const summarySchema = z.object({
  events: count.describe('Events stored: all that were accepted but those that have expired.'),
  batches: count.describe('Batches whose envelope was accepted, whatever became of their events.'),
  duplicates: count.describe('Events that arrived again.'),
  rejected: count.describe('Events refused one by one, plus 1 for each batch refused as a whole.'),
  bytes: count.describe(
    'Sizes of all request bodies as they arrived, refused ones as far as they were read.',
  ),
  clients: count.describe('Documents that an event is known of.'),
  missing: sum.describe(
    'Numbers below a known one that are neither stored nor refused: not here yet, or lost.',
  ),
  expired: z
    .object({ events: count, clients: count, missing: sum })
    .describe(
      'What has gone with documents that were kept for long enough. It counts above no more.',
    ),
});
