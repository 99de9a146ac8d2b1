/** Outcomes by which playbacks can be listed. */
export const playbackOutcomes = ['failed', 'refused', 'left', 'rebuffered', 'blocked'] as const;
export type PlaybackOutcome = (typeof playbackOutcomes)[number];
