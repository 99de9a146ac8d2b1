import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import type { EventStore, StoreSummary } from '../../store/event-store.ts';
import { storeLimits } from '../../store/store-limits.ts';
import { eventsWait, StoreError, type StoreProblem } from '../../store/store-problem.ts';
import { healthLimits } from './health-limits.ts';

/** Why nothing is stored: the store's own problem code, a timeout, or an unexpected error. */
export type WatchProblem = StoreProblem | 'STORE_SILENT' | 'STORE_UNAVAILABLE';

/** Outcome of a write: stored, the store's own problem code, or `failed` without a code. */
export type WriteOutcome = 'stored' | 'failed' | StoreProblem;

/** Problems that only a person can fix, and that are reported nowhere else. */
const announced: Readonly<Record<string, string>> = {
  STORE_FULL: `The event store’s disk is full: free some space. ${eventsWait}`,
  STORE_READ_ONLY: `The event store is read-only: make its file and its disk writable. ${eventsWait}`,
};

/**
 * Tracks whether the store accepts writes.
 *
 * 1. It does if the last write succeeded within `freshMs`.
 * 2. Otherwise a probe write decides. All callers share one probe, and its failure counts for a
 *    second.
 * 3. A store that was full, or failed without a code, must pass a probe of a batch's size: small
 *    writes may still fit where batches do not. The first probe after the start has this size too.
 */
export interface StoreWatch {
  /** Never throws, and answers within the deadline. */
  ask(): Promise<Result<void, WatchProblem>>;
  /** Totals of the store; never throws, and answers within the deadline. */
  summary(): Promise<Result<StoreSummary, WatchProblem>>;
  noteWrite(outcome: WriteOutcome): void;
}

export interface StoreWatchDeps {
  /** Receives unexpected errors; the answer does not contain their cause. */
  reportError: (error: unknown) => void;
  /**
   * Receives a sentence when a person must make the store writable, and when it accepts writes
   * again.
   */
  warn?: (sentence: string) => void;
  /**
   * Deadline of an answer. Probes and scrapes come every few seconds; their own deadlines are
   * mostly longer.
   */
  answerMs?: number;
  /** For this time after a successful write, no probe is needed. */
  freshMs?: number;
  /** Milliseconds of a clock that only goes forward. */
  monotonicMs?: () => number;
}

export function createStoreWatch(
  store: Pick<EventStore, 'summary' | 'probeWrite'>,
  {
    reportError,
    warn = () => {},
    answerMs = healthLimits.answerMs,
    freshMs = healthLimits.freshMs,
    monotonicMs = () => performance.now(),
  }: StoreWatchDeps,
): StoreWatch {
  let needsRoom = true;
  let storedMs = Number.NEGATIVE_INFINITY;
  let failed: { result: Result<void, WatchProblem>; atMs: number } | null = null;
  let failuresCount = 0;
  let warned: string | null = null;

  function noteFailure(code: string): void {
    // An error without a code may also be a full disk: a quota, or a maximum file size.
    needsRoom ||= code === 'STORE_FULL' || code === 'STORE_UNAVAILABLE' || code === 'failed';
    const sentence = announced[code];
    if (sentence === undefined || warned === sentence) return;
    warned = sentence;
    warn(sentence);
  }

  function noteSuccess(): void {
    storedMs = monotonicMs();
    if (warned !== null) warn('The event store accepts writes again.');
    warned = null;
  }

  async function expected<T>(work: Promise<T>): Promise<T | Result<never, WatchProblem>> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof StoreError) return { ok: false, error: error.failure };
      reportError(error);
      return err(
        'STORE_UNAVAILABLE',
        'The event store does not answer; the cause is in the server’s log.',
      );
    }
  }

  const read = shareOne(
    monotonicMs,
    async (): Promise<Result<StoreSummary, WatchProblem>> =>
      expected(store.summary().then((summary) => ok(summary))),
  );
  const probe = shareOne(monotonicMs, async (): Promise<Result<void, WatchProblem>> => {
    const failuresBefore = failuresCount;
    // If the totals cannot be read, batches cannot be counted either.
    const totals = await read().answer;
    const result = totals.ok ? await expected(store.probeWrite({ needsRoom })) : totals;
    if (!result.ok) {
      noteFailure(result.error.code);
      failed = { result, atMs: monotonicMs() };
    } else if (failuresCount === failuresBefore) {
      needsRoom = false;
      noteSuccess();
    }
    return result;
  });

  /** The deadline runs from the shared question's start, so later callers wait less. */
  const inTime = <T>({ answer, atMs }: Question<T>) =>
    orSilent(answer, Math.max(answerMs - (monotonicMs() - atMs), 0), answerMs);

  return {
    async ask() {
      const nowMs = monotonicMs();
      if (nowMs - storedMs < freshMs) return ok(undefined);
      if (failed !== null && nowMs - failed.atMs < storeLimits.writeProbeEveryMs.value)
        return failed.result;
      return inTime(probe());
    },
    summary: () => inTime(read()),
    noteWrite(outcome) {
      if (outcome === 'stored') {
        if (!needsRoom) noteSuccess();
        return;
      }
      failuresCount += 1;
      storedMs = Number.NEGATIVE_INFINITY;
      noteFailure(outcome);
    },
  };
}

interface Question<T> {
  answer: Promise<Result<T, WatchProblem>>;
  atMs: number;
}

/** All callers share one question, so that no queue builds up while a database hangs. */
function shareOne<T>(
  monotonicMs: () => number,
  question: () => Promise<Result<T, WatchProblem>>,
): () => Question<T> {
  let asked: Question<T> | null = null;
  return () => {
    asked ??= {
      answer: question().finally(() => {
        asked = null;
      }),
      atMs: monotonicMs(),
    };
    return asked;
  };
}

function orSilent<T>(
  answer: Promise<Result<T, WatchProblem>>,
  waitMs: number,
  answerMs: number,
): Promise<Result<T, WatchProblem>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () =>
        resolve(
          err(
            'STORE_SILENT',
            `The event store has not answered for ${answerMs / 1_000} s; try again later.`,
          ),
        ),
      waitMs,
    );
    answer.then((result) => {
      clearTimeout(timer);
      resolve(result);
    }, reject);
  });
}
