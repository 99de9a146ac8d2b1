import type { OnErrorEvent, Player } from '../offstage.ts';

/**
 * The element's DOM events, with the player events that they forward. Names are those of media
 * elements where these exist. `detail` is the player's `data`; no event bubbles.
 */
export const forwardedEvents = {
  /** `null`: commands take effect at once from now on. */
  ready: 'onReady',
  /** A number, see `PlayerState`. */
  statechange: 'onStateChange',
  /** A number, see `PlayerError`; the event's `error` has `name` and `fix`. */
  error: 'onError',
  /** Seconds. */
  timeupdate: 'onVideoProgress',
  /** `{ volume, muted }`, volume 0 to 100. */
  volumechange: 'onVolumeChange',
  /** A number, 1 is normal. */
  ratechange: 'onPlaybackRateChange',
  /** A name such as `hd720`. */
  qualitychange: 'onPlaybackQualityChange',
  /** `null`: the browser requires a click first. */
  autoplayblocked: 'onAutoplayBlocked',
  seek: 'onSeek',
  captionschange: 'onCaptionsChange',
  chapterchange: 'onChapterChange',
} as const;

export function forwardEvents(player: Player, element: EventTarget): void {
  for (const [name, wireName] of Object.entries(forwardedEvents))
    player.addEventListener(wireName, ({ data, error }: OnErrorEvent) => {
      const event = new CustomEvent<unknown>(name, { detail: data });
      element.dispatchEvent(Object.assign(event, error && { error }));
    });
}
