import type { Refusal } from './refusal.ts';

/**
 * Events that hosts subscribe to with `addEventListener`. `docs/host-api.md` lists what each
 * carries.
 */
export const subscribableEvents = [
  'onStateChange',
  'onPlaybackQualityChange',
  'onPlaybackRateChange',
  'onVolumeChange',
  'onVideoProgress',
  'onError',
  'onApiChange',
  'onAutoplayBlocked',
  // Also YouTube's, but less known.
  'onCueRangeEnter',
  'onCueRangeExit',
  // Offstage's own.
  'onSeek',
  'onTimeUpdate',
  'onCaptionsChange',
  'onChapterChange',
  'onDiagnose',
  'onLossReport',
  'onPerformanceReport',
] as const;
export type SubscribableEvent = (typeof subscribableEvents)[number];

/** Sent without a subscription. `onError` and `onDiagnose` can also be subscribed to. */
export type UnaskedEvent =
  | 'initialDelivery'
  | 'onReady'
  | 'infoDelivery'
  | 'apiInfoDelivery'
  | 'onError'
  | 'onDiagnose';

export type HostEvent = UnaskedEvent | SubscribableEvent;

/**
 * Adds a host's subscription.
 * @param onNew called if the host has not subscribed to this event before
 */
export function subscribe(
  name: unknown,
  subscriptions: Set<SubscribableEvent>,
  onNew: (event: SubscribableEvent) => void,
): Refusal | null {
  const event = subscribableEvents.find((known) => known === name);
  if (event === undefined) return 'BAD_ARGUMENTS';
  if (subscriptions.has(event)) return null;
  subscriptions.add(event);
  onNew(event);
  return null;
}
