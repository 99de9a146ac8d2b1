/** Outcomes by which playbacks can be listed. */
export const playbackOutcomes = ['failed', 'refused', 'left', 'rebuffered', 'blocked'] as const;
export type PlaybackOutcome = (typeof playbackOutcomes)[number];

export function isPlaybackOutcome(text: string | null): text is PlaybackOutcome {
  return (playbackOutcomes as readonly (string | null)[]).includes(text);
}
