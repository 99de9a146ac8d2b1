import { milestones } from '../../shared/telemetry/audience-report.ts';

interface Definition {
  label: string;
  /** One or two sentences. */
  definition: string;
}

/** A viewing that got this far, in percent, has finished. */
export const finishedPercent = Math.max(...milestones);

/** Figures of viewings, of all of them and of groups. */
export const figures = {
  viewings: {
    label: 'Viewings',
    definition: 'Playbacks of which something was watched.',
  },
  viewers: {
    label: 'Viewers',
    definition:
      'Different visitor ids. A viewing without one, such as without consent, has an unknown viewer, who is not counted.',
  },
  watchTime: {
    label: 'Watch time',
    definition: 'Playing time by the viewer’s clock, whatever the playback rate.',
  },
  seen: {
    label: 'Seen',
    definition:
      'Share of the hundredths of the video whose middle was played: the mean of all viewings, without live streams.',
  },
  finished: {
    label: 'Finished',
    definition: `Viewings that saw something at or after ${finishedPercent} % of the video. Live streams cannot be finished.`,
  },
} as const satisfies Record<string, Definition>;

export const watchingNow: Definition = {
  label: 'Watching now',
  definition:
    'Mean number of viewers in the latest minute whose events have had the time to arrive, for all videos and pages, whatever the filters.',
};

/** Figures of the parts of a video. */
export const partFigures = {
  seen: {
    label: 'Saw this part',
    definition: 'Viewings that played the middle of this hundredth of the video.',
  },
  again: {
    label: 'Saw it more than once',
    definition: 'Viewings that played the middle of this hundredth at least twice.',
  },
  reached: {
    label: 'Reached',
    definition: 'Viewings that saw something at or after this point of the video.',
  },
} as const satisfies Record<string, Definition>;
