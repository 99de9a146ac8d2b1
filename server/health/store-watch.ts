import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import { storeLimits } from '../limits/store-limits.ts';
import type { EventStore, StoreSummary } from '../store/event-store.ts';
import { StoreError, type StoreProblem } from '../store/store-problem.ts';

/** Why nothing is stored: a problem that the store names itself, no word of it in time, or what nobody expected. */
export type WatchProblem = StoreProblem | 'STORE_SILENT' | 'STORE_UNAVAILABLE';

/** How a write ended: the problem that the store names, or `failed` where it names none. */
export type WriteOutcome = 'stored' | 'failed' | StoreProblem;

/** What a person has to end, and nothing else tells of. */
const announced: Readonly<Record<string, string>> = {
  STORE_FULL:
    'The event store has no room left: make room on its disk. Meanwhile events are answered with 507, and players keep them.',
  STORE_READ_ONLY:
    'The event store is read-only: make its file and its disk writable. Meanwhile events are answered with 503, and players keep them.',
};

/**
 * Whether the store takes writes.
 *
 * 1. It does when the last write succeeded, no longer ago than `freshMs`.
 * 2. Otherwise a probe write decides. One is under way at a time, however many ask, and its failure is repeated for a second.
 * 3. A store that was full, or failed without a name for it, must take a probe of a batch's size: small writes may still fit where
 *    batches do not. So must one of which nothing is known yet.
 */
export interface StoreWatch {
  /** Never throws, and never takes longer than the deadline. */
  ask(): Promise<Result<void, WatchProblem>>;
  /** The totals of the store; never throws, and never takes longer than the deadline. */
  summary(): Promise<Result<StoreSummary, WatchProblem>>;
  noteWrite(outcome: WriteOutcome): void;
}

export interface StoreWatchDeps {
  /** Gets why the store does not answer, where it does not say so itself. */
  reportError: (error: unknown) => void;
  /** Gets a sentence when a person has to make the store writable, and when it takes writes again. */
  tell?: (sentence: string) => void;
  /** Probes and scrapes come every few seconds, and have deadlines of their own, mostly longer. */
  answerMs?: number;
  /** For so long a write that succeeded speaks for the store. */
  freshMs?: number;
  /** Milliseconds of a clock that only goes forward. */
  monotonicMs?: () => number;
}

export function createStoreWatch(
  store: Pick<EventStore, 'summary' | 'probeWrite'>,
  {
    reportError,
    tell = () => {},
    answerMs = 3_000,
    freshMs = 5_000,
    monotonicMs = () => performance.now(),
  }: StoreWatchDeps,
): StoreWatch {
  let needsRoom = true;
  let storedMs = Number.NEGATIVE_INFINITY;
  let failed: { result: Result<void, WatchProblem>; atMs: number } | null = null;
  let failuresCount = 0;
  let told: string | null = null;

  function noteFailure(code: string): void {
    // What the store has no name for may be a full disk as well: a quota, or the largest size of a file.
    needsRoom ||= code === 'STORE_FULL' || code === 'STORE_UNAVAILABLE' || code === 'failed';
    const sentence = announced[code];
    if (sentence === undefined || told === sentence) return;
    told = sentence;
    tell(sentence);
  }

  function noteSuccess(): void {
    storedMs = monotonicMs();
    if (told !== null) tell('The event store takes writes again.');
    told = null;
  }

  async function expected<T>(work: Promise<T>): Promise<T | Result<never, WatchProblem>> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof StoreError) return { ok: false, error: error.failure };
      reportError(error);
      return err(
        'STORE_UNAVAILABLE',
        'The event store does not answer; its operator finds the cause in the output.',
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
    // What keeps the totals from being read keeps batches from being counted.
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

  /** Those who come later wait for less: it is the store that has been silent. */
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

/** One question is under way at a time, however many ask: a database that hangs gets no queue of them. */
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
            `The event store has not answered for ${answerMs / 1_000} s; ask again later.`,
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
