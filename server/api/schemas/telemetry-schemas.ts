import * as z from 'zod';
import { costReportSchema } from '../../../shared/telemetry/cost-report.ts';
import { customDimensions } from '../../../shared/telemetry/document-dimensions.ts';
import { reportLists } from '../../../shared/telemetry/playback-dimensions.ts';
import { telemetryReportSchema } from '../../../shared/telemetry/telemetry-report.ts';
import { deliverySchema } from '../../../shared/telemetry/webhook-delivery.ts';
import { playbackRowSchema, qoeOverviewSchema } from '../../store/reports/playback-row-schemas.ts';
import {
  errorRowSchema,
  eventRowSchema,
  feedbackRowSchema,
  gapsRowSchema,
  logRowSchema,
  summarySchema,
} from '../../store/row-schemas.ts';
import { audienceSchema } from './audience-schema.ts';
import { completenessFields } from './completeness-fields.ts';
import { experimentsSchema } from './experiments-schema.ts';
import type { PublishedSchema } from './published-schema.ts';
import { within } from './within.ts';

const outcomes = {
  playbacks: 'Requested playbacks.',
  played: 'Playbacks that played.',
  exitsBeforeStart: 'Playbacks that ended without a frame and without a failure.',
  failures: 'Playbacks that failed, without refusals.',
  refusals: 'Playbacks that a rule refused: private, expired, forbidden page.',
  rebuffered: 'Playbacks that rebuffered at least once.',
};

const groupFields = {
  ...outcomes,
  created:
    'Events that its page loads have created, of those that `completeness` has looked at; 0 if none is.',
  stored: 'Those that have arrived.',
};

const period = {
  reports: 'Measured embeds.',
  embeds: 'All embeds, measured or not: an estimate from the share that is measured.',
  countedFromMs:
    'Only the latest measured embeds are counted: those from this moment on; `null` if it is all of them.',
  measures: 'Percentiles of each measure; `null` without values.',
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
      'A line of `GET /telemetry/errors`, and a row of `offstage export errors`, whose stacks are not resolved: one error that pages reported, with the number of reports.',
    io: 'output',
    schema: errorRowSchema,
  },
  {
    name: 'telemetry-gaps',
    title: 'Telemetry: document with missing events',
    describes: 'A line of `GET /telemetry/gaps`: a document with missing events.',
    io: 'output',
    schema: gapsRowSchema,
  },
  {
    name: 'telemetry-feedback',
    title: 'Telemetry: feedback',
    describes:
      'A line of `GET /telemetry/feedback`: a viewer’s feedback on a video. It does not identify the viewer.',
    io: 'output',
    schema: feedbackRowSchema,
  },
  {
    name: 'telemetry-playback',
    title: 'Telemetry: playback',
    describes:
      'A line of `GET /telemetry/playbacks.ndjson`. `/telemetry/playbacks.csv` has a column for each field, in this order; `null` is an empty cell. Columns of custom dimensions, such as `dimension.section`, come last.',
    io: 'output',
    schema: playbackRowSchema.catchall(
      z.string().describe('A custom dimension (`--dimension`), such as `dimension.section`.'),
    ),
  },
  {
    name: 'telemetry-summary',
    title: 'Telemetry: summary',
    describes: 'Reply of `GET /telemetry/summary`.',
    io: 'output',
    schema: summarySchema,
  },
  {
    name: 'telemetry-qoe',
    title: 'Telemetry: quality of experience',
    describes: 'Reply of `GET /telemetry/qoe`.',
    io: 'output',
    schema: qoeOverviewSchema,
  },
  {
    name: 'telemetry-report',
    title: 'Telemetry: report',
    describes:
      'Reply of `GET /telemetry/report`, which the dashboard shows. Durations are milliseconds, moments Unix milliseconds.',
    io: 'output',
    schema: telemetryReportSchema,
    fields: {
      madeMs: 'When the report was created.',
      hasToken: 'Whether the operator signed in with a token.',
      isReader: 'Whether the request came from a read-only link.',
      filter: 'The requested filter; `null` matches all.',
      totals: 'Totals of all playbacks.',
      ...within('totals', {
        playbacks: outcomes.playbacks,
        played: outcomes.played,
        exitsBeforeStart: outcomes.exitsBeforeStart,
        refusals: outcomes.refusals,
        rebuffered: outcomes.rebuffered,
      }),
      startMs:
        'From the play request to the first frame: nearest-rank percentiles, and the number of values in each bar.',
      rebufferPercent:
        'Share of watched and waiting time spent waiting, in percent, for playbacks that played.',
      stepMs: 'Length of a step.',
      steps: 'Over time; empty steps are left out.',
      ...within('steps[]', outcomes),
      intake: 'Received events over time; only the time range of the filter applies.',
      videos: 'The ones with the most playbacks.',
      hosts: 'The embedding pages with the most playbacks.',
      browsers: 'The ones with the most playbacks.',
      devices: 'Classes of devices, from the `User-Agent`.',
      countries: 'Countries of the GeoIP file with the most playbacks, as ISO 3166-1 codes.',
      versions: 'Versions of the player with the most playbacks.',
      experiments: 'Names of experiments that ran in the time of the filter, the latest first.',
      'filter.names': 'Names of the custom dimensions (`--dimension`), by their places.',
      ...Object.fromEntries(
        customDimensions.map((place) => [
          place,
          'Values of the custom dimension at this place; empty without one.',
        ]),
      ),
      engines: 'Engines that played the most playbacks; `other` are unknown names.',
      startedBy: 'Playbacks by what started them: `viewer`, `host` or `player`.',
      firstFrames:
        'Milliseconds from the play request to the first frame, by what started the playback, at most 1 % off.',
      'firstFrames[].count': 'Playbacks with a first frame.',
      ...Object.fromEntries(
        ['videos', ...Object.values(reportLists)].flatMap((list) =>
          Object.entries(within(`${list}[]`, groupFields)),
        ),
      ),
      countedFromMs:
        'Where a filter has no stored sums, only its latest playbacks are counted: those from this moment on, in Unix milliseconds; `null` if it is all of them.',
      latest:
        'The newest playbacks, newest first; those with the outcome of the filter, if it has one.',
      ...within('latest[]', {
        receivedMs: 'When the first event of the playback was received.',
        errorName: 'Name of the error that it failed with.',
        isRefusal: 'Whether the failure is a refusal.',
      }),
      titles: 'Titles of the videos of the report that are in the library now, by id.',
      failures: 'Causes of failures, most frequent first.',
      refusals: 'Causes of refusals, most frequent first.',
      ...completenessFields,
      accounting: 'Totals of the whole store: created = stored + rejected + missing.',
      errors: 'The latest errors, most frequent first.',
    },
  },
  audienceSchema,
  experimentsSchema,
  {
    name: 'telemetry-cost',
    title: 'Telemetry: cost',
    describes:
      'Reply of `GET /telemetry/cost`: what the player costs viewers, from the reports of measured embeds. Names that end in `Ms` are milliseconds, moments are Unix milliseconds, percentiles are nearest rank.',
    io: 'output',
    schema: costReportSchema,
    fields: {
      madeMs: 'When the answer was made.',
      present: 'The requested time.',
      ...within('present', period),
      before:
        'The time before it, of the same length; `null` if the requested time has no beginning.',
      ...within('before', period),
      groups:
        'Groups of the requested time, by what they are compared by. Those with the highest 75th percentile of blocking time come first, those with few reports last.',
      armNames: 'Names of the arms of experiments that the server knows, by their numbers.',
      scripts: 'Scripts in the longest frames, those with the most time first.',
      ...within('scripts[]', {
        script: 'A file of the player’s; `null` for all others together.',
        reports: 'Measured embeds in whose longest frames it ran.',
        ms: 'Its time in these frames.',
      }),
    },
  },
  {
    name: 'telemetry-webhook',
    title: 'Telemetry: delivery of a webhook',
    describes: 'A line of `GET /telemetry/webhooks`: a message for one receiver.',
    io: 'output',
    schema: deliverySchema,
    fields: {
      row: 'Number of the message, in order of creation.',
      id: '`webhook-id` of the message, the same in each attempt and replay.',
      type: 'Type of the message, such as `video.ready`.',
      url: 'The receiver, as given to `--webhook`.',
      createdMs: 'When it was created: Unix milliseconds.',
      state: '`waiting` for the next attempt, `delivered`, or `given_up` after the last one.',
      attempts: 'Number of attempts since it was created or sent again.',
      dueMs: 'When the next attempt is due: Unix milliseconds; `null` if there is none.',
      lastMs: 'When the last attempt was: Unix milliseconds; `null` before the first.',
      status: 'HTTP status of its answer; `null` without one.',
      problem: 'Why it failed; `null` if it did not.',
      body: 'The message as it is sent.',
    },
  },
];
