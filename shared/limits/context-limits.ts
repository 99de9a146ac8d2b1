/** The client's description in every request */
export const contextLimits = {
  /** design: BCP 47 tags; the longest that RFC 5646 recommends room for. */
  languageMaxChars: 35,
} as const;
