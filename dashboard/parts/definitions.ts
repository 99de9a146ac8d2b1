/** Figures of playbacks. CTA-2066 defines the names in quotation marks. */
export const figures = {
  plays: {
    label: 'Plays',
    definition:
      'Playbacks that started. Requested are all that a viewer, a page or autoplay asked for: “playback attempts” in CTA-2066.',
  },
  startTime: {
    label: 'Start time',
    definition:
      'From the request to play to the first moving picture: “video startup time” in CTA-2066.',
  },
  firstFrame: {
    label: 'Time to first frame',
    definition:
      'The start time, by what started the playback. Viewer: a click or key. Host page: a command. The player itself: autoplay, the next of a list, a loop. Unknown: playbacks of which the start has not been reported. The filter “Started by” does not apply. Each value is at most 1 % off.',
  },
  rebuffering: {
    label: 'Rebuffering',
    definition:
      'Time of waiting for data during playback, as a share of waiting and watching: “rebuffering ratio” in CTA-2066. The start and the time after a seek do not count.',
  },
  exits: {
    label: 'Exits before start',
    definition:
      'Playbacks that ended without a picture and without an error: “exits before video start” in CTA-2066.',
  },
  failures: {
    label: 'Failures',
    definition:
      'Playbacks that ended with an error: “video start failures” and “video playback failures” in CTA-2066. Refusals do not count.',
  },
  refused: {
    label: 'Refused',
    definition:
      'Playbacks that a rule of yours forbids: the video is private or expired, or the page may not embed it.',
  },
  autoplayBlocked: {
    label: 'Autoplay blocked',
    definition:
      'Playbacks that should have started by themselves, but the browser required the viewer to act.',
  },
} as const satisfies Record<string, { label: string; definition: string }>;
