/**
 * The part of the media element that our own code uses. In the media worker a mirror implements it.
 * hls.js itself uses more.
 */
export interface HlsMedia extends EventTarget {
  currentTime: number;
  playbackRate: number;
  readonly paused: boolean;
  readonly seeking: boolean;
  readonly readyState: number;
}
