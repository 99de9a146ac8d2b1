/** Parquet files */
export const parquetLimits = {
  /** design: after the end of an hour, so that what arrived in its last seconds is stored. */
  settleMs: 60_000,
  /** design: pause until the server looks for another hour that is over. */
  everyMs: 60_000,
  /** design: first pause after a failure; each further one is twice as long. */
  againMs: 5_000,
  /** design: longest of these pauses; each attempt makes the files again. */
  againMaxMs: 300_000,
  /** design: events in the files that are written together; mostly one file. */
  eventsMaxCount: 200_000,
  /** design: characters of text in these events. */
  textMaxChars: 100_000_000,
  /** design: hours whose files are written together, such as after a wrong clock. */
  hoursMaxCount: 48,
  /** design: rows that are read from the store at once, so that other work comes in between. */
  readRowsCount: 200,
  /** design: events in a row group; making one takes the server's thread. */
  groupRowsCount: 5_000,
  /** design: characters of text in a row group. */
  groupMaxChars: 4_000_000,
  /** design: the end of the year 9999, in Unix milliseconds; many readers know no later moment. */
  momentMaxMs: 253_402_300_799_999,
  /** design: time for one file, with all its attempts. */
  uploadMs: 60_000,
  /** design: time to connect, and without any byte of an answer. */
  connectMs: 10_000,
  /** design: attempts within that time. */
  attemptsCount: 3,
  /** design: bytes of an answer; S3's own are shorter. */
  answerMaxBytes: 100_000,
  /** design: time after which another server may write instead of one that has stopped. */
  leaseMs: 120_000,
  /** design: characters of the storage's own words in a sentence for the operator. */
  reasonChars: 200,
} as const;
