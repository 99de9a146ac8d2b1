/**
 * Events that a host page can subscribe to (docs/host-api.md), and those that this page subscribes
 * to at first.
 */
export const hostEvents: readonly { name: string; isAskedFor: boolean }[] = [
  { name: 'onStateChange', isAskedFor: true },
  { name: 'onPlaybackQualityChange', isAskedFor: true },
  { name: 'onPlaybackRateChange', isAskedFor: true },
  { name: 'onError', isAskedFor: true },
  { name: 'onVolumeChange', isAskedFor: true },
  { name: 'onAutoplayBlocked', isAskedFor: true },
  { name: 'onVideoProgress', isAskedFor: false },
  { name: 'onApiChange', isAskedFor: false },
  { name: 'onCueRangeEnter', isAskedFor: false },
  { name: 'onCueRangeExit', isAskedFor: false },
  { name: 'onSeek', isAskedFor: false },
  { name: 'onTimeUpdate', isAskedFor: false },
  { name: 'onCaptionsChange', isAskedFor: false },
  { name: 'onChapterChange', isAskedFor: false },
  { name: 'onDiagnose', isAskedFor: false },
  { name: 'onLossReport', isAskedFor: false },
  { name: 'onPerformanceReport', isAskedFor: false },
];

export const askedForEvents = hostEvents
  .filter(({ isAskedFor }) => isAskedFor)
  .map(({ name }) => name);
