import { telemetryReportSchema } from '../../../shared/telemetry/telemetry-report.ts';
import { playbackRowSchema, qoeOverviewSchema } from '../../store/reports/playback-row-schemas.ts';
import {
  errorRowSchema,
  eventRowSchema,
  feedbackRowSchema,
  gapsRowSchema,
  logRowSchema,
  summarySchema,
} from '../../store/row-schemas.ts';
import type { PublishedSchema } from './published-schema.ts';
import { within } from './within.ts';

const outcomes = {
  playbacks: 'Playbacks that somebody or something asked for.',
  played: 'Those that are known to have played.',
  exitsBeforeStart: 'Those that ended without picture and without failure.',
  failures: 'Those that failed.',
  rebuffered: 'Those that waited for data at all.',
};

export const telemetrySchemas: readonly PublishedSchema[] = [
  {
    name: 'telemetry-event',
    title: 'Telemetry: event',
    describes: 'A line of `GET /telemetry/events`, and a row of `offstage export events`.',
    io: 'output',
    schema: eventRowSchema,
  },
  {
    name: 'telemetry-log-entry',
    title: 'Telemetry: entry of the provider’s log',
    describes: 'A line of `GET /telemetry/log`, and a row of `offstage export log`.',
    io: 'output',
    schema: logRowSchema,
  },
  {
    name: 'telemetry-error',
    title: 'Telemetry: error',
    describes:
      'A line of `GET /telemetry/errors`, and a row of `offstage export errors`, whose stacks are as they came: an error that pages have reported, however often.',
    io: 'output',
    schema: errorRowSchema,
  },
  {
    name: 'telemetry-gaps',
    title: 'Telemetry: document with holes',
    describes: 'A line of `GET /telemetry/gaps`: a document that events are missing of.',
    io: 'output',
    schema: gapsRowSchema,
  },
  {
    name: 'telemetry-feedback',
    title: 'Telemetry: feedback',
    describes:
      'A line of `GET /telemetry/feedback`: what a viewer has said of a video. It names no viewer.',
    io: 'output',
    schema: feedbackRowSchema,
  },
  {
    name: 'telemetry-playback',
    title: 'Telemetry: playback',
    describes:
      'A line of `GET /telemetry/playbacks.ndjson`. `/telemetry/playbacks.csv` has a column for each field, in this order; `null` is an empty cell.',
    io: 'output',
    schema: playbackRowSchema,
  },
  {
    name: 'telemetry-summary',
    title: 'Telemetry: summary',
    describes: 'What `GET /telemetry/summary` answers.',
    io: 'output',
    schema: summarySchema,
  },
  {
    name: 'telemetry-qoe',
    title: 'Telemetry: quality of experience',
    describes: 'What `GET /telemetry/qoe` answers.',
    io: 'output',
    schema: qoeOverviewSchema,
  },
  {
    name: 'telemetry-report',
    title: 'Telemetry: report',
    describes:
      'What `GET /telemetry/report` answers, and the dashboard shows. Times are milliseconds, moments Unix milliseconds.',
    io: 'output',
    schema: telemetryReportSchema,
    fields: {
      madeMs: 'When it was made.',
      hasToken: 'Whether the operator has signed in with a token.',
      filter: 'What was asked for; `null` is any.',
      totals: 'Of all playbacks.',
      ...within('totals', {
        playbacks: outcomes.playbacks,
        played: outcomes.played,
        exitsBeforeStart: outcomes.exitsBeforeStart,
        rebuffered: outcomes.rebuffered,
      }),
      startMs:
        'From asking to play to the first picture: nearest rank, and how many values each bar has.',
      rebufferPercent: 'Of watched and waiting time, of the playbacks that played.',
      stepMs: 'Length of a step.',
      steps: 'Over time; steps in which nothing happened are left out.',
      ...within('steps[]', outcomes),
      intake: 'What arrived, over time, whatever else the filter says.',
      videos: 'Those with the most playbacks.',
      ...within('videos[]', outcomes),
      hosts: 'Pages that embed, those with the most playbacks.',
      ...within('hosts[]', outcomes),
      browsers: 'Those with the most playbacks.',
      ...within('browsers[]', outcomes),
      failures: 'Why playbacks failed, the most frequent first.',
      accounting: 'Of the whole store: created = stored + rejected + missing.',
      errors: 'Those that came last, the most frequent first.',
    },
  },
];
