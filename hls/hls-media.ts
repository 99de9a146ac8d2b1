/** What our own code asks of the media element, or of what stands for it in the media worker. hls.js asks for more. */
export interface HlsMedia extends EventTarget {
  currentTime: number;
}
