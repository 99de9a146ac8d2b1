import type { PlaybackOutcome } from '../../shared/telemetry/playback-outcome.ts';

/** Section of the page with the list of playbacks. */
export const listId = 'playbacks';

/** Labels of the outcomes that the list can be limited to. */
export const outcomeNames: Readonly<Record<PlaybackOutcome, string>> = {
  failed: 'Failed',
  refused: 'Refused',
  left: 'Left before start',
  rebuffered: 'Rebuffered',
  blocked: 'Autoplay blocked',
};
