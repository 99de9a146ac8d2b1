/** Webhooks */
export const webhookLimits = {
  /** design: interval of looks for something to report. */
  lookEveryMs: 5_000,
  /** design: time for a receiver to answer. */
  answerMs: 10_000,
  /** design: wait before the second attempt. */
  retryMs: 5_000,
  /** design: by which each further wait is longer, … */
  retryFactor: 6,
  /** design: … up to this. */
  retryMaxMs: 86_400_000,
  /** design: attempts; together they take two and a half days. */
  attemptsMaxCount: 9,
  /** design: bytes of a secret that the server makes. */
  secretBytes: 32,
  /** Standard Webhooks, “Signature scheme”: bytes of a secret at least. */
  secretMinBytes: 24,
  /** design: part of a wait by which it may be longer, so that servers do not return together. */
  jitterShare: 0.2,
  /** design: characters of what is kept about a failed attempt. */
  problemMaxChars: 200,
  /** design: messages that are kept; the oldest of more are removed, delivered or not. */
  messagesMaxCount: 10_000,
  /** design: days that a message is kept. */
  keepDays: 30,
  /** design: deliveries of a list. */
  listedCount: 1_000,
  /** design: how long to wait for another program's lock on the file. */
  busyWaitMs: 1_000,
  /** design: state that one transaction writes, such as that of videos. */
  writtenCount: 1_000,
  /** design: interval of looks at failures. */
  failuresEveryMs: 60_000,
  /** design: the time of which failures are counted. */
  failuresSpanMs: 900_000,
  /** design: fewer playbacks say nothing about failures. */
  failuresPlaybacksCount: 20,
  /** design: percentage of failed playbacks that is reported as high. */
  failuresHighPercent: 10,
  /** design: at this percentage or less it is normal again. */
  failuresNormalPercent: 5,
  /** design: interval of looks at budgets. */
  budgetsEveryMs: 600_000,
  /** design: the time whose embeds a budget is about, so that each hour of the day is in it. */
  budgetsSpanMs: 86_400_000,
  /** design: fewer measured embeds say nothing about a budget. */
  budgetEmbedsCount: 50,
  /** design: a budget is met again at this part of it, so that it is not reported in turns. */
  budgetMetShare: 0.95,
  /** design: part of the disk that is free when it is reported as nearly full. */
  diskLowShare: 0.05,
  /** design: part of the disk from which on it has room again. */
  diskNormalShare: 0.1,
  /** design: looks in a row that must agree before the store is reported as away or back. */
  storeLooksCount: 3,
} as const;
