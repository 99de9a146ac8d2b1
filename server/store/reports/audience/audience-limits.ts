/** Reports of who watched what */
export const audienceLimits = {
  /**
   * design: viewings that an answer is made from, the latest of its first condition. Of more it is
   * a sample, so that shares may be wrong by one percentage point.
   */
  countedCount: 10_000,
  /** design: viewings that are read before other work gets its turn: some milliseconds. */
  turnCount: 500,
  /**
   * design: playing time that one event can report. Players report every 30 s; more is invented, or
   * a player that slept.
   */
  eventPlayedMaxMs: 600_000,
  /** design: watched parts that are kept until the length of the video is known. */
  waitingSegmentsCount: 100,
  /** design: characters of a visitor id’s hash: two viewers have the same once in 10^18. */
  viewerChars: 16,
  /** design: groups in an answer, by each dimension. */
  groupsCount: 50,
  /**
   * design: how long after its end a minute’s events may arrive. Players report every 30 s, and
   * send within 10 s.
   */
  arrivalMs: 60_000,
  /** design: without a report for this long, the viewing of a live stream has ended. */
  leftAfterMs: 120_000,
} as const;
