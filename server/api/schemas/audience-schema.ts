import { audienceReportSchema } from '../../../shared/telemetry/audience-report.ts';
import type { PublishedSchema } from './published-schema.ts';
import { within } from './within.ts';

export const audienceSchema: PublishedSchema = {
  name: 'telemetry-audience',
  title: 'Telemetry: audience',
  describes:
    'Reply of `GET /telemetry/audience`: who watched what, and how far. A viewing is a playback of which something was watched. Moments are Unix milliseconds.',
  io: 'output',
  schema: audienceReportSchema,
  fields: {
    madeMs: 'When the answer was made.',
    fromMs: 'Start of the time.',
    toMs: 'Its end, excluded.',
    countedFromMs:
      'Only viewings from this moment on are counted, because there are too many; `null` if it is all of the time.',
    viewings: 'Playbacks of which something was watched.',
    watchedMs: 'Playing time, whatever the rate.',
    viewers: 'Different visitor ids.',
    anonymousViewings: 'Viewings without a visitor id, whose viewers cannot be counted.',
    retention: 'Viewings of videos that end, so without live streams.',
    ...within('retention', {
      durationSec: 'Median length of the videos in seconds; `null` without any.',
      seen: 'For each hundredth of the video: viewings that saw its middle.',
      again: 'The same for those that saw it more than once.',
      seenPercent: 'Mean share of the hundredths that a viewing saw.',
      reached: 'Viewings that saw something at or after a percentage of the video.',
    }),
    concurrent: 'How many watched at the same time, of all videos and pages.',
    ...within('concurrent', {
      steps: 'Mean numbers of viewers; steps in which nothing was watched are left out.',
      peak: 'The minute with the most. Of several stores, it is the largest of the minutes that are some store’s busiest; `null` if nothing was watched.',
      nowViewers: 'In the latest minute whose events have had the time to arrive.',
    }),
    live: 'Viewings of live streams.',
    ...within('live', {
      steps: 'How many began and ended in each step; empty steps are left out.',
    }),
    names: 'Names of the custom dimensions (`--dimension`), by their places.',
    groups: 'Those with the most viewings first; an empty name is unknown.',
    titles: 'Titles of the videos by id, without unknown ones.',
  },
};
