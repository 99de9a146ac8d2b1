/** Reports of the store */
export const reportLimits = {
  /** design: errors in a report, the most frequent. */
  errorsCount: 50,
  /** design: groups in a report, those with the most playbacks. */
  groupsCount: 50,
  /** design: the newest playbacks in a report; an export has all. */
  latestCount: 20,
  /** design: names of failures in a report, and of refusals. */
  causesCount: 20,
  /** design: steps in a chart. */
  stepsCount: 120,
  /** design: the shortest time whose steps are whole hours if it has a condition: a day. */
  hourStepsFromMs: 86_400_000,
  /** design: log entries about losses that are read, newest first. */
  lossesCount: 20_000,
  /** design: the origin of a host page. */
  hostMaxChars: 200,
  /** design: a playback’s id. */
  cpnMaxChars: 64,
  /** design: a video’s id; our own have 11 characters. */
  videoIdMaxChars: 100,
  /** design: the player’s version; a longer one is unknown. */
  versionMaxChars: 50,
  /** design: the name of an error. */
  errorNameMaxChars: 100,
  /**
   * design: any amount of a playback, such as its milliseconds: a year. An invented value must not
   * spoil every sum.
   */
  amountMax: 366 * 24 * 3_600_000,
  /**
   * design: playbacks that a report counts one by one. For more it adds stored sums; of a filter
   * without sums it counts the latest.
   */
  countedCount: 10_000,
  /** DDSketch: how far a quantile from stored sums may be from the exact one. */
  quantileErrorPercent: 1,
  /** design: the largest groups of each period, among which a report finds the largest of all. */
  comparedGroupsCount: 200,
  /** design: groups of a list whose playbacks a report adds up, at most. */
  candidatesCount: 1_000,
  /** design: names of groups in one statement. */
  statementGroupsCount: 256,
  /** design: periods in one statement that looks for their largest groups. */
  statementPeriodsCount: 50,
  /** design: names of errors in a stored sum; rarer ones count together, without a name. */
  sumCausesCount: 200,
  /** design: rows that one statement copies when the sums begin again. */
  resetRowsCount: 100_000,
  /** design: documents whose playbacks one step of a rebuild computes. */
  rebuiltDocumentsCount: 50,
  /** design: events of a document that such a step reads at a time. */
  rebuiltEventsCount: 1_000,
  /** design: how long such a step tries to get the lock that another program holds. */
  rebuildBusyMs: 60_000,
  /** design: pause between two looks for changes of playbacks. */
  foldEveryMs: 2_000,
  /** design: changes that a report adds itself; with more waiting, it counts all playbacks. */
  waitingChangesCount: 20_000,
  /** design: playbacks or their changes that a report holds at a time while it adds them up. */
  addedCount: 2_000,
} as const;

/** Limits that decide how a report counts: one by one, or with stored sums. */
export type CountingLimits = Readonly<
  Record<'countedCount' | 'waitingChangesCount' | 'addedCount', number>
>;
