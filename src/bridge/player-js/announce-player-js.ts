/** Marks messages of the open `player.js` protocol (its specification, "Common"). */
export const playerJsContext = 'player.js';
export const playerJsVersion = '0.0.11';

export const playerJsEvents = [
  'ready',
  'progress',
  'timeupdate',
  'play',
  'pause',
  'ended',
  'error',
] as const;
export const playerJsMethods = [
  'play',
  'pause',
  'getPaused',
  'mute',
  'unmute',
  'getMuted',
  'setVolume',
  'getVolume',
  'getDuration',
  'setCurrentTime',
  'getCurrentTime',
  'setLoop',
  'getLoop',
  'addEventListener',
  'removeEventListener',
] as const;

/**
 * Value of `ready`. The client finds its frame by URL, so `src` must be the URL the frame was
 * opened with.
 */
export function playerJsReadyValue(): Record<string, unknown> {
  return { src: location.href, events: playerJsEvents, methods: playerJsMethods };
}

interface Announcement {
  /** Expected origin of the host page; empty accepts any. */
  origin: string;
  opaqueHosts: boolean | undefined;
}

/**
 * Sends `ready` to the parent page unasked, because clients of this protocol wait for it. The
 * message names the video, so it goes only to the origin given by `ancestorOrigins` or the
 * referrer. Without one it is not sent; clients that ask are still answered.
 */
export function announcePlayerJs({ origin, opaqueHosts }: Announcement): void {
  const around = /^https?:\/\/[^/]+|$/.exec(
    location.ancestorOrigins?.[0] ?? document.referrer,
  )?.[0];
  const target = around || (opaqueHosts && '*');
  if (window === window.parent || !target || (origin && origin !== around)) return;
  const message = {
    context: playerJsContext,
    version: playerJsVersion,
    event: 'ready',
    value: playerJsReadyValue(),
  };
  window.parent.postMessage(JSON.stringify(message), target);
}
