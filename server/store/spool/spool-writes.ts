import { errorLimits } from '../../../shared/limits/error-limits.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { ok } from '../../../shared/tools/result.ts';
import type { EventStore, Maintenance } from '../event-store.ts';
import type { StoreProblem } from '../store-problem.ts';
import { deliverSpool } from './deliver-spool.ts';
import { createInTime, slowAnswer } from './in-time.ts';
import type { Spool } from './open-spool.ts';
import { createPendingWork } from './pending-work.ts';
import type { SpoolEntry } from './spool-entry.ts';
import { spoolLimits } from './spool-limits.ts';

const dayMs = 86_400_000;

/** A store whose writes wait in a spool while it does not take them. */
export interface SpooledStore extends EventStore {
  /** Whether new writes would be kept, although the store does not take them. */
  canSpool(): boolean;
}

export interface SpoolWritesDeps {
  /** Receives unexpected errors of the store and of the spool. */
  reportError: (error: unknown) => void;
  /** Receives a sentence when writes go to the spool, and when it has been delivered. */
  warn: (sentence: string) => void;
  /** Counts, for the metrics. */
  note: (outcome: 'spooled' | 'delivered' | 'refused' | 'full', count: number) => void;
  slowMs?: number;
  retryMs?: number;
}

/**
 * Keeps the intake's writes in a spool while the store is away, full or slow, and delivers them
 * later. A write counts as accepted once it is in the spool: pages that have ended cannot send it
 * again. A write that was slow may be in both, and the store counts it once.
 */
export function spoolWrites(
  store: EventStore,
  spool: Spool,
  {
    reportError,
    warn,
    note,
    slowMs = spoolLimits.slowMs,
    retryMs = spoolLimits.retryMs,
  }: SpoolWritesDeps,
): SpooledStore {
  const stopping = new AbortController();
  const inTime = createInTime(slowMs, reportError);
  let isFull = false;
  let isWaiting = !spool.isEmpty();
  const pending = createPendingWork();
  /** Whether the store has taken a write since the last delivery began. */
  let hasTaken = false;
  let delivering: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  if (isWaiting) schedule(0);

  function schedule(waitMs: number): void {
    if (timer !== null || delivering !== null || stopping.signal.aborted) return;
    timer = setTimeout(() => {
      timer = null;
      delivering = deliver().finally(() => {
        delivering = null;
        if (isWaiting) schedule(retryMs);
      });
    }, waitMs).unref();
  }

  async function deliver(): Promise<void> {
    try {
      const takesOthers = hasTaken;
      hasTaken = false;
      const { deliveredCount, refusedCount } = await deliverSpool(spool, store, {
        takesOthers: () => takesOthers || hasTaken,
        reportError,
        signal: stopping.signal,
      });
      if (deliveredCount > 0) isFull = false;
      note('delivered', deliveredCount);
      note('refused', refusedCount);
      isWaiting = !spool.isEmpty();
      if (!isWaiting) warn(`The event store has taken what waited in ${spool.file}.`);
    } catch (error) {
      reportError(error);
    }
  }

  /** @returns false if the spool does not take it either */
  async function keep(entry: SpoolEntry): Promise<boolean> {
    try {
      isFull = !(await spool.add(entry));
    } catch (error) {
      reportError(error);
      isFull = true;
    }
    note(isFull ? 'full' : 'spooled', 1);
    if (isFull) return false;
    if (!isWaiting)
      warn(
        `The event store does not take events; until it does, they wait in ${spool.file}, and pages can end without losing them.`,
      );
    isWaiting = true;
    schedule(retryMs);
    return true;
  }

  function write<T>(
    entry: SpoolEntry,
    work: () => Promise<Result<T, StoreProblem>>,
    accepted: T,
  ): Promise<Result<T, StoreProblem>> {
    if (stopping.signal.aborted) return work();
    return pending.follow(writeOrKeep(entry, work, accepted));
  }

  async function writeOrKeep<T>(
    entry: SpoolEntry,
    work: () => Promise<Result<T, StoreProblem>>,
    accepted: T,
  ): Promise<Result<T, StoreProblem>> {
    let problem: unknown;
    try {
      const written = inTime.isSlow() && !isFull ? slowAnswer : await inTime.wait(work());
      if (written.ok) hasTaken = true;
      if (written.ok || !(await keep(entry))) return written;
      return ok(accepted);
    } catch (error) {
      // Perhaps the store has an older schema. If this write is the cause, its delivery shows it.
      problem = error;
    }
    if (!(await keep(entry))) throw problem;
    reportError(problem);
    return ok(accepted);
  }

  return {
    ...store,
    insertBatch: (batch) =>
      write({ kind: 'batch', item: batch }, () => store.insertBatch(batch), {
        accepted: batch.events.length,
        duplicates: 0,
      }),
    insertProviderLog: (batch) =>
      write({ kind: 'log', item: batch }, () => store.insertProviderLog(batch), {
        accepted: batch.entries.length,
        duplicates: 0,
      }),
    insertError(error, receivedMs, groupsCount = errorLimits.groupsCount) {
      const item = { error, receivedMs, groupsCount };
      const insert = () => store.insertError(error, receivedMs, groupsCount);
      return write({ kind: 'error', item }, insert, undefined);
    },
    maintain: (wanted) => maintainBoth(store, spool, wanted),
    canSpool: () => !isFull,
    async close() {
      stopping.abort();
      if (timer !== null) clearTimeout(timer);
      await delivering;
      await store.close();
      // The closed store refuses what it had not written, and the spool keeps that.
      await pending.ended();
      spool.close();
    },
  };
}

/** Removes what is too old from the store, and then from the spool. */
async function maintainBoth(
  store: EventStore,
  spool: Spool,
  wanted: Maintenance,
): ReturnType<EventStore['maintain']> {
  const maintained = await store.maintain(wanted);
  const { keepDays, nowMs } = wanted;
  const isClockTrusted = maintained.ok && maintained.value.refusal === null;
  if (isClockTrusted && keepDays !== null) spool.expire(nowMs - keepDays * dayMs);
  return maintained;
}
