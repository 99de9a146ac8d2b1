/** Events that hosts get if they ask for them by `addEventListener`. `docs/host-api.md` says what each carries. */
export const subscribableEvents = [
  'onStateChange',
  'onPlaybackQualityChange',
  'onPlaybackRateChange',
  'onVolumeChange',
  'onVideoProgress',
  'onError',
  'onApiChange',
  'onAutoplayBlocked',
  // YouTube's as well, if less known.
  'onCueRangeEnter',
  'onCueRangeExit',
  // Ours.
  'onSeek',
  'onTimeUpdate',
  'onCaptionsChange',
  'onChapterChange',
  'onDiagnose',
  'onLossReport',
  'onPerformanceReport',
] as const;
export type SubscribableEvent = (typeof subscribableEvents)[number];

/** Sent to every host; `onError` and `onDiagnose` also to those who did not subscribe. */
export type UnaskedEvent =
  | 'initialDelivery'
  | 'onReady'
  | 'infoDelivery'
  | 'apiInfoDelivery'
  | 'onError'
  | 'onDiagnose';

export function isSubscribableEvent(name: unknown): name is SubscribableEvent {
  return (subscribableEvents as readonly unknown[]).includes(name);
}
