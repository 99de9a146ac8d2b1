/** Captions */
export const captionLimits = {
  /** design: cues that show at a time; a file whose cues all show at once must not cover the picture, or stop the page. */
  shownCuesCount: 12,
  /** design: cues of a live stream's captions that are kept; there is no going back to older ones. */
  liveCuesCount: 500,
} as const;

/** A page that plays */
export const playingLimits = {
  /** design: frames of the host page that are looked through for other players. */
  framesCount: 500,
  /** design: how far the keys of a keyboard, a headset or a locked screen seek if they do not say. */
  mediaSessionSeekSec: 10,
  /** design: a video whose time has gone so far from one `timeupdate` to the next plays, whatever its element has told. */
  movedSec: 0.2,
} as const;
