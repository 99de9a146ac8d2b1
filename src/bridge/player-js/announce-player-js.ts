/** Marks the messages of the open `player.js` protocol (its specification, "Common"). */
export const playerJsContext = 'player.js';
export const playerJsVersion = '0.0.11';

export const playerJsEvents = ['ready', 'progress', 'timeupdate', 'play', 'pause', 'ended', 'error'] as const;
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

/**
 * Says `ready` to the page around this one, asked or not: clients of this protocol wait for it. To whomever it may be, because
 * it says nothing that the page around did not write into the frame's address itself.
 */
export function announcePlayerJs(): void {
  if (window === window.parent) return;
  const message = {
    context: playerJsContext,
    version: playerJsVersion,
    event: 'ready',
    value: playerJsReadyValue(),
  };
  window.parent.postMessage(JSON.stringify(message), '*');
}
