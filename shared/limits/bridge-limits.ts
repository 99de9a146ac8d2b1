/** Messages of the host */
export const bridgeLimits = {
  /** design: longer host messages are refused unread; a playlist of 5,000 ids fits well. */
  messageMaxChars: 200_000,
  /** design: maximum messages waiting for the host protocols' script. */
  waitingMaxCount: 1_000,
  /** design: maximum total characters of those waiting messages. */
  waitingMaxChars: 1_000_000,
  /** design: names from a host (cue ranges, listeners, load contexts) are short identifiers. */
  nameMaxChars: 100,
} as const;
