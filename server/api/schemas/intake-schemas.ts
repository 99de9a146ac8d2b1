import * as z from 'zod';
import { errorLimits } from '../../../shared/limits/error-limits.ts';
import { logLimits } from '../../../shared/limits/log-limits.ts';
import { pageReportLimits } from '../../../shared/limits/page-report-limits.ts';
import { providerLogLimits } from '../../../shared/limits/provider-log-limits.ts';
import {
  logBatchSchema,
  logEventSchema,
  storedReplySchema,
} from '../../../shared/telemetry/log-batch.ts';
import {
  providerLogBatchSchema,
  providerLogEntrySchema,
} from '../../../shared/telemetry/provider-log.ts';
import { qoeSummarySchema } from '../../../shared/telemetry/qoe-summary.ts';
import { list, text } from '../../../shared/tools/schema.ts';
import { refusalSchema } from '../../http/refusal-schema.ts';
import { errorFieldsSchema, errorParamsSchema } from '../../intake/errors/parse-error-report.ts';
import { intakeReplySchema } from '../../intake/reply-schema.ts';
import type { PublishedSchema } from './published-schema.ts';

export const clientFields = {
  'context.client': 'The client that sends the request.',
  'context.client.clientName': 'Its name.',
  'context.client.clientVersion': 'Its version.',
  'context.client.hl': 'Language of its texts.',
  'context.client.visitorId':
    'Pseudonymous id of the viewer; missing without consent, and until it is known.',
  'context.client.experimentIds': 'Experiments that this page takes part in.',
};

const envelopeFields = {
  context: 'The sender.',
  ...clientFields,
  sid: 'The document (page load): random, 16 to 64 letters, digits, `_` and `-`; in new pages 32 hexadecimal digits, `-` and its day.',
  requestTimeMs: 'When the request left, by the viewer’s clock: Unix milliseconds.',
};

export const intakeSchemas: readonly PublishedSchema[] = [
  {
    name: 'log-batch',
    title: 'Batch of events',
    describes: `\`POST /youtubei/v1/log_event\` and \`/youtubei/v1/video_stats\`. An invalid event is rejected, and the others of its batch are stored. An event may have up to ${logLimits.eventMaxChars} characters of JSON. Unknown fields are dropped.`,
    io: 'input',
    schema: z.object({
      ...logBatchSchema.shape,
      events: list(logEventSchema, logLimits.batchCount, 1),
    }),
    fields: {
      ...envelopeFields,
      events: 'The events, sorted by number.',
      'events[].seq':
        'Number of the event in its document, from 1. With `sid` it identifies the event: a repeated event is stored once.',
      'events[].eventTimeMs': 'When it happened, by the viewer’s clock: Unix milliseconds.',
      'events[].context': 'The page’s data about its viewer.',
      'events[].context.lastActivityMs':
        'Milliseconds since the viewer’s last action in the frame; -1 if there was none.',
      'events[].context.sequence': 'Position of the event in its group.',
      'events[].context.sequence.index': 'From 0; after 65,535 comes 0 again.',
      'events[].context.sequence.groupKey': 'Name of the group, such as the `cpn` of a playback.',
      'events[].name': 'Name of the payload, such as `playback_state`.',
      'events[].payload': 'Payload of the event. docs/telemetry.md lists the player’s events.',
      serializedClientEventId: 'Random name of the batch.',
    },
  },
  {
    name: 'log-reply',
    title: 'Answer to a batch',
    describes:
      'Reply of the intake to a batch, and of `POST /log` to a batch of the provider’s log, sent after the commit.',
    io: 'output',
    schema: intakeReplySchema,
    fields: {
      accepted: 'Number of new events, now stored.',
      duplicates: 'Number of events that were already stored.',
      rejected: 'Number of invalid events.',
    },
  },
  {
    name: 'stored-reply',
    title: 'Receipt',
    describes:
      'Events of a document that the intake has: `GET /youtubei/v1/log_event?sid=SID&from=SEQ`. In each range, the first number is not greater than the second.',
    io: 'output',
    schema: storedReplySchema,
    fields: {
      stored: 'Sorted, inclusive ranges of `seq` from `from` on.',
      isCut: 'Whether there may be more ranges; request them from the end of these.',
    },
  },
  {
    name: 'provider-log-batch',
    title: 'Batch of the provider’s log',
    describes:
      '`POST /log`: entries about the services of a page. An invalid entry is rejected, and the others are stored.',
    io: 'input',
    schema: z.object({
      ...providerLogBatchSchema.shape,
      entries: list(providerLogEntrySchema, providerLogLimits.bufferCount, 1),
    }),
    fields: {
      ...envelopeFields,
      droppedCount: 'Entries of this document dropped so far because its buffer was full.',
      entries: 'The entries.',
      'entries[].n':
        'Number of the entry. With `sid` it is the entry’s identity: one that is known is stored once.',
      'entries[].timeMs': 'When it happened, by the viewer’s clock: Unix milliseconds.',
      'entries[].kind': 'Name of the entry, such as `events_lost`.',
      'entries[].fields': 'Payload of the entry.',
    },
  },
  {
    name: 'error-report',
    title: 'Error report',
    describes:
      '`POST /error_204`: the parameters of its URL and the fields of its body (`application/x-www-form-urlencoded`) together, all of them strings. Their place does not matter; unknown ones are ignored.',
    io: 'input',
    schema: errorFieldsSchema,
    fields: {
      a: 'Marks the request as an error report.',
      t: 'Marks the report as a JavaScript error.',
      params: {
        description: `JSON of an object with up to ${errorLimits.paramsCount} strings: further facts about the error.`,
        contentMediaType: 'application/json',
        contentSchema: z.toJSONSchema(errorParamsSchema, { io: 'input' }),
      },
    },
  },
  {
    name: 'qoe-summary',
    title: 'Quality of experience of a playback',
    describes:
      'Payload of `video_stats.qoe`, with the terms of CTA-2066. Times are milliseconds. If a playback has several summaries, the one with the highest `seq` counts.',
    io: 'output',
    schema: z.object({
      videoId: text(pageReportLimits.videoIdMaxChars),
      cpn: text(pageReportLimits.cpnMaxChars, 1),
      ...qoeSummarySchema.shape,
    }),
    fields: {
      videoId: 'Id of the video.',
      cpn: 'Random name of the playback.',
      end: 'Reason for the summary: the video ended, another playback began, it failed, or the page was hidden or left.',
      isLive: 'Whether it was a live stream.',
      startMs:
        'From the play request to the first frame; `null` without one, and if autoplay was blocked.',
      isAutoplayBlocked: 'Whether the browser blocked autoplay.',
      isExitBeforeStart:
        'Play was requested, but the playback ended without a frame and without a failure.',
      watchedMs: 'Time played, including in the background.',
      hiddenMs: 'Time played in the background.',
      rebufferCount: 'Number of rebuffers, without startup and without waits after a seek.',
      rebufferMs: 'Total duration of the rebuffers.',
      rebufferPercent:
        'Share of watched and waiting time spent waiting, in percent; `null` if there was neither.',
      seekCount: 'Number of seeks by the viewer or the host.',
      seekMs: 'Total time from seeks to the next frame.',
      failure: 'Whether it failed, and when.',
      errorName: 'Name of the error that it failed with.',
      errorCode: 'The error code that hosts get.',
      switchCount: 'Number of quality changes, automatic or manual.',
      averageBitrate: 'Bits a second, weighted with the time watched.',
      averageHeight: 'Pixels, weighted with the time watched.',
      averageRate: 'Speed, weighted with the time watched.',
      droppedFrames: 'As counted by the browser; `null` if not supported.',
      totalFrames: 'As counted by the browser; `null` if not supported.',
    },
  },
  {
    name: 'error',
    title: 'Refusal',
    describes:
      'Body of replies with status 400 or higher. It has no guard, unlike the API’s replies.',
    io: 'output',
    schema: refusalSchema,
  },
];
