/** Watch pages and oEmbed */
export const watchLimits = {
  /** design: how long others may cache an oEmbed answer. */
  oembedCacheSec: 3_600,
  /** design: longer side of an embed without size limits. */
  embedPx: 640,
  /** design: an address of a watch page; this server makes no longer ones. */
  addressMaxChars: 2_048,
  /** design: the start of a description; programs cut longer texts, at worse places. */
  summaryMaxChars: 300,
  /** design: other videos that the page of a missing video suggests. */
  othersCount: 6,
} as const;
