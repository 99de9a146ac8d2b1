/** The API: requests of the player */
export const apiRequestLimits = {
  /** design: the id of a video, as asked for; ours have 11 characters. */
  videoIdMaxChars: 1_000,
  /** design: requests are small objects; YouTube’s own clients send about 3 KB. */
  bodyMaxBytes: 100_000,
  /** design: the same after decompression. */
  unpackedMaxBytes: 400_000,
} as const;

/** The API: commands */
export const apiCommandLimits = {
  /** design: a command. */
  bodyMaxBytes: 1_000_000,
  /**
   * design: the same after decompression; the longest list of the longest fields fits, as UTF-8.
   */
  unpackedMaxBytes: 2_000_000,
} as const;
