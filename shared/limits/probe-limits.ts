/** Probes */
export const probeLimits = {
  /** §9: time-out of an ads provider's script. */
  adStatusTimeoutMs: 5_000,
  /** design: time-out for loading a bot-detection script. */
  botLoadTimeoutMs: 10_000,
  /** design: time-out for a bot-detection script's answer. */
  botRunTimeoutMs: 10_000,
  /** design: a bot-detection answer, as JSON, which API calls carry. */
  botAnswerMaxChars: 4_000,
  /** §9: API calls remembered as having carried the answer; repeats do not carry it again. */
  attachCacheCount: 1_000,
  /** design: characters of a call that identify it. */
  attachKeyMaxChars: 200,
  /** design: a bot-detection script's error message in an event; the rest is cut. */
  botErrorMaxChars: 250,
} as const;
