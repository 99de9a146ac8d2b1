import * as z from 'zod';
import { errorLimits } from '../../../shared/limits/error-limits.ts';
import { logLimits } from '../../../shared/limits/limits.ts';
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
  'context.client': 'The client that is speaking.',
  'context.client.clientName': 'Its name.',
  'context.client.clientVersion': 'Its version.',
  'context.client.hl': 'Language of its texts.',
  'context.client.visitorId':
    'Tells viewers apart without naming them; missing without their consent, and until it is known.',
  'context.client.experimentIds': 'Experiments that this page was put into.',
};

const envelopeFields = {
  context: 'Who sends it.',
  ...clientFields,
  sid: 'The document (page load): random, 16 to 64 letters, digits, `_` and `-`.',
  requestTimeMs: 'When the request left, by the viewer’s clock: Unix milliseconds.',
};

export const intakeSchemas: readonly PublishedSchema[] = [
  {
    name: 'log-batch',
    title: 'Batch of events',
    describes: `\`POST /youtubei/v1/log_event\` and \`/youtubei/v1/video_stats\`. An event that does not fit is refused by itself, and the others of its batch are stored. An event has at most ${logLimits.eventMaxChars} characters of JSON. Fields that are not named here are dropped.`,
    io: 'input',
    schema: z.object({
      ...logBatchSchema.shape,
      events: list(logEventSchema, logLimits.batchCount, 1),
    }),
    fields: {
      ...envelopeFields,
      events: 'What happened, in the order of their numbers.',
      'events[].seq':
        'Number of the event in its document, from 1. With `sid` it is the event’s identity: one that is known is stored once.',
      'events[].eventTimeMs': 'When it happened, by the viewer’s clock: Unix milliseconds.',
      'events[].context': 'What the page knew of its viewer.',
      'events[].context.lastActivityMs':
        'Milliseconds since the viewer last did something in the frame; -1 if never.',
      'events[].context.sequence': 'Its place among the events of its group.',
      'events[].context.sequence.index': 'From 0; after 65,535 comes 0 again.',
      'events[].context.sequence.groupKey': 'Name of the group, such as the `cpn` of a playback.',
      'events[].name': 'Name of the payload, such as `playback_state`.',
      'events[].payload': 'What the event says. docs/telemetry.md lists the player’s own.',
      serializedClientEventId: 'Random name of the batch.',
    },
  },
  {
    name: 'log-reply',
    title: 'Answer to a batch',
    describes:
      'What the intake answers to a batch, and `POST /log` to a batch of the provider’s log, after the commit.',
    io: 'output',
    schema: intakeReplySchema,
    fields: {
      accepted: 'How many are new, and stored.',
      duplicates: 'How many were stored before.',
      rejected: 'How many do not fit.',
    },
  },
  {
    name: 'stored-reply',
    title: 'Receipt',
    describes:
      'What the intake has of a document: `GET /youtubei/v1/log_event?sid=SID&from=SEQ`. Of each range the first number is not greater than the second.',
    io: 'output',
    schema: storedReplySchema,
    fields: {
      stored: 'Sorted, inclusive ranges of `seq` from `from` on.',
      isCut: 'Whether there may be more behind these, to be asked for from there on.',
    },
  },
  {
    name: 'provider-log-batch',
    title: 'Batch of the provider’s log',
    describes:
      '`POST /log`: what the services of a page say of themselves. An entry that does not fit is refused by itself.',
    io: 'input',
    schema: z.object({
      ...providerLogBatchSchema.shape,
      entries: list(providerLogEntrySchema, providerLogLimits.bufferCount, 1),
    }),
    fields: {
      ...envelopeFields,
      droppedCount: 'Entries of this document that its full buffer has dropped so far.',
      entries: 'What is told.',
      'entries[].n':
        'Number of the entry. With `sid` it is the entry’s identity: one that is known is stored once.',
      'entries[].timeMs': 'When it happened, by the viewer’s clock: Unix milliseconds.',
      'entries[].kind': 'What is told, such as `events_lost`.',
      'entries[].fields': 'What is told of it.',
    },
  },
  {
    name: 'error-report',
    title: 'Error report',
    describes:
      '`POST /error_204`: the parameters of its URL and the fields of its body (`application/x-www-form-urlencoded`) together, all of them texts. Which stands where does not count; others beside them are not looked at.',
    io: 'input',
    schema: errorFieldsSchema,
    fields: {
      a: 'Says that it is an error report.',
      t: 'Says that it is one of JavaScript.',
      params: {
        description: `JSON text of an object of texts, at most ${errorLimits.paramsCount}: facts beside the error.`,
        contentMediaType: 'application/json',
        contentSchema: z.toJSONSchema(errorParamsSchema, { io: 'input' }),
      },
    },
  },
  {
    name: 'qoe-summary',
    title: 'Quality of experience of a playback',
    describes:
      'Payload of `video_stats.qoe`, with the terms of CTA-2066. Times are milliseconds. Of several summaries of a playback the one with the highest `seq` counts.',
    io: 'output',
    schema: z.object({ videoId: text(200), cpn: text(64, 1), ...qoeSummarySchema.shape }),
    fields: {
      videoId: 'What was watched.',
      cpn: 'Random name of the playback.',
      end: 'Why it is told: the video ended, another playback began, it failed, or the page was hidden or left.',
      isLive: 'Whether it was a live stream.',
      startMs:
        'From asking to play to the first moving picture; `null` without one, and where autoplay was refused.',
      isAutoplayBlocked: 'Whether the browser refused to play by itself.',
      isExitBeforeStart: 'It was to play, and ended without picture and without failure.',
      watchedMs: 'Time it played, in the background too.',
      hiddenMs: 'The part of it in the background.',
      rebufferCount: 'Waits for data, without the start and without what follows a seek.',
      rebufferMs: 'How long they took together.',
      rebufferPercent: 'Of watched and waiting time together; `null` where there was neither.',
      seekCount: 'How often the viewer or the host sought.',
      seekMs: 'From the seeks to the picture that follows them.',
      failure: 'Whether it failed, and when.',
      errorName: 'Name of the error that it failed with.',
      errorCode: 'The same, as hosts get it.',
      switchCount: 'Changes of the quality, by whoever.',
      averageBitrate: 'Bits a second, weighted with the time watched.',
      averageHeight: 'Pixels, weighted with the time watched.',
      averageRate: 'Speed, weighted with the time watched.',
      droppedFrames: 'As the browser counts them; `null` where it does not.',
      totalFrames: 'As the browser counts them; `null` where it does not.',
    },
  },
  {
    name: 'error',
    title: 'Refusal',
    describes:
      'What the server answers with a status of 400 and more. It has no guard, unlike replies of the API.',
    io: 'output',
    schema: refusalSchema,
  },
];
