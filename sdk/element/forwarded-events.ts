/**
 * The element's DOM events and the player's that they are. Names are those of media elements where these have one. `detail`
 * is the player's `data`; no event bubbles.
 */
export const forwardedEvents = {
  /** `null`: commands are obeyed at once. */
  ready: 'onReady',
  /** A number, see `PlayerState`. */
  statechange: 'onStateChange',
  /** A number, see `PlayerError`. */
  error: 'onError',
  /** Seconds. */
  timeupdate: 'onVideoProgress',
  /** `{ volume, muted }`, volume 0 to 100. */
  volumechange: 'onVolumeChange',
  /** A number, 1 is normal. */
  ratechange: 'onPlaybackRateChange',
  /** A name such as `hd720`. */
  qualitychange: 'onPlaybackQualityChange',
  /** `null`: the browser wants a click first. */
  autoplayblocked: 'onAutoplayBlocked',
  seek: 'onSeek',
  captionschange: 'onCaptionsChange',
  chapterchange: 'onChapterChange',
} as const;
