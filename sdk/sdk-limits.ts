/** Bounds of what one player costs its page. */
export const sdkLimits = {
  /** The embed repeats nothing: whoever wants an answer asks again (host protocol §1). */
  listeningEveryMs: 250,
  /** So long at that pace; then the pause doubles each time. */
  listeningSteadyCount: 20,
  /** A pause beyond this is never made: such a frame has nobody in it. Its `load` starts the asking anew. */
  listeningMaxMs: 8_000,
  /** Commands kept for a frame that has not answered; a page that keeps on sending into the void loses the rest. */
  queueMaxCount: 1_000,
  /** A full snapshot with a playlist of thousands is some 100,000 characters. */
  messageMaxChars: 1_000_000,
  /** Seconds that a playing video is taken to have moved on since it last said where it is. */
  extrapolateMaxSec: 1,
} as const;
