/** Marks the messages of the open `player.js` protocol (its specification, "Common"). */
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

/** What `ready` says. The client finds its frame by the address, so it is the one that the frame was opened with. */
export function playerJsReadyValue(): Record<string, unknown> {
  return { src: location.href, events: playerJsEvents, methods: playerJsMethods };
}

interface Announcement {
  /** Expected origin of the host page; empty for any. */
  origin: string;
  opaqueHosts: boolean | undefined;
}

/**
 * Says `ready` to the page around this one, asked or not: clients of this protocol wait for it. It names the video, so that it goes to
 * the origin that browser or referrer name, and nowhere if they do not; who asks is answered all the same.
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
