/** Captions */
export const captionLimits = {
  /**
   * design: cues shown at once; a file whose cues all show at once must not cover the picture, or
   * block the page.
   */
  shownCuesCount: 12,
  /** design: caption cues kept for a live stream; the viewer cannot seek back to older ones. */
  liveCuesCount: 500,
} as const;

/** A page that plays */
export const playingLimits = {
  /** design: frames of the host page that are searched for other players. */
  framesCount: 500,
  /** design: seek step of media keys, headsets and lock screens that do not set one. */
  mediaSessionSeekSec: 10,
  /**
   * design: a video whose time advances by this much between two `timeupdate` events is playing,
   * whatever its element reports.
   */
  movedSec: 0.2,
} as const;
