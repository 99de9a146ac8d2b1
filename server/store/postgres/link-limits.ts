import { storeLimits } from '../store-limits.ts';

/** PostgreSQL: connections */
export const linkLimits = {
  /** design: connections of one server process; the intake uses one of them. */
  poolCount: 10,
  /**
   * design: connections for reports: a report may take seconds, and other queries must not wait for
   * it.
   */
  reportsCount: 3,
  /** design: reports that may wait for a connection; further ones get `STORE_BUSY`. */
  reportsWaitingCount: 50,
  /** design: maximum wait for a new connection. */
  connectMs: 5_000,
  /**
   * design: the database cancels a longer statement; the operator's queries over millions of events
   * take seconds.
   */
  statementMs: 30_000,
  /**
   * design: the client stops waiting for a statement after this time, in case the database is
   * silent.
   */
  silenceMs: 35_000,
  /**
   * design: a commit fails if it is not confirmed within this time. A healthy standby confirms in
   * milliseconds.
   */
  commitMs: storeLimits.commitMs.value,
  /** design: the same for the empty transaction that proves that a primary commits. */
  probeCommitMs: 5_000,
  /** design: a transaction whose server process has died holds its locks up to this time. */
  idleInTransactionMs: 30_000,
  /** design: maximum wait for an answer of the replica. */
  replicaMs: 2_000,
  /** design: maximum wait for connections to close at the end; a hanging database closes none. */
  closeMs: 2_000,
  /** design: wait before a database that is away is looked for again, doubled each time. */
  retryMs: 250,
  /** design: maximum wait before that. */
  retryMaxMs: 5_000,
} as const;
export type LinkLimits = Readonly<Record<keyof typeof linkLimits, number>>;
