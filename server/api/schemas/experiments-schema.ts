import { experimentReportSchema } from '../../../shared/telemetry/experiment-report.ts';
import type { PublishedSchema } from './published-schema.ts';
import { within } from './within.ts';

export const experimentsSchema: PublishedSchema = {
  name: 'telemetry-experiments',
  title: 'Telemetry: experiments',
  describes:
    'Reply of `GET /telemetry/experiments`: embeds that take part in an experiment, compared with others of the same time. Moments are Unix milliseconds.',
  io: 'output',
  schema: experimentReportSchema,
  fields: {
    madeMs: 'When the answer was made.',
    experiments: 'The latest 10, the newest first.',
    ...within('experiments[]', {
      name: 'Its name in `--experiment`.',
      share: 'Embeds in the treatment, 0 to 1.',
      effect:
        '`flag`; or `build=` with the first characters of the build’s hash, `runtime=main` or `runtime=worker`, or both with a space between.',
      state: '`stopped`: it has not been ended, but this server does not run it.',
      startedMs: 'When a server first ran it.',
      endedMs: 'When a limit ended it; `null` if none has.',
      retreat: 'Which limit of `--retreat` ended it; `null` if none has.',
      playbacksFromMs:
        'Only playbacks from this moment on are compared, because there are too many; `null` if it is all of the time.',
      embedsFromMs: 'The same for measured embeds.',
      comparisons: 'One for each measure; more of each is worse.',
    }),
    ...within('experiments[].retreat', {
      measure: 'The measure of the limit.',
      limitPercent: 'The change that it allows, in percent.',
      change: 'The change that ended the experiment.',
    }),
    ...within('experiments[].comparisons[]', {
      measure: 'What is compared.',
      control: 'Embeds without the effect.',
      treatment: 'Embeds with the effect.',
      change:
        'In percent of the control’s value, with its 95 % interval; `null` if there is too little to compare.',
    }),
  },
};
