import { batchLimits } from '../../../shared/limits/batch-limits.ts';
import { type LogEndpoint, type LogTier, logTiers } from '../../../shared/telemetry/log-event.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { EncodedEvent } from './encode-entry.ts';
import { splitBatches, takeBatch } from './take-batch.ts';
import { type FlushReason, tierRules } from './tier-rules.ts';

export interface Batch {
  reason: FlushReason;
  endpoint: LogEndpoint;
  /** One or more, all for the same endpoint. */
  events: EncodedEvent[];
}

/** Decides when events leave and in which batch. `onBatch` stores and sends them. */
export interface Batcher {
  add(events: readonly EncodedEvent[]): void;
  /** Flushes all tiers now. */
  flush(): void;
  readonly waitingCount: number;
  stop(): void;
}

export interface BatcherDeps {
  clock: Clock;
  onBatch(batch: Batch): void;
}

interface TierQueue {
  tier: LogTier;
  waiting: EncodedEvent[];
  cancelTimer: (() => void) | null;
}

export function createBatcher({ clock, onBatch }: BatcherDeps): Batcher {
  // Most urgent tier first, so that a flush sends it first.
  const queues = Object.values(logTiers)
    .sort((a, b) => b - a)
    .map((tier): TierQueue => ({ tier, waiting: [], cancelTimer: null }));

  function emit(events: EncodedEvent[], reason: FlushReason): void {
    const endpoint = events[0]?.endpoint;
    if (endpoint !== undefined) onBatch({ reason, endpoint, events });
  }

  function startTimer(queue: TierQueue): void {
    const rule = tierRules[queue.tier];
    queue.cancelTimer ??= clock.setTimer(() => {
      queue.cancelTimer = null;
      if (rule.isUntilEmpty) {
        empty(queue, rule.reason);
        return;
      }
      const { batch, rest } = takeBatch(queue.waiting);
      queue.waiting = rest;
      emit(batch, rule.reason);
      if (rest.length > 0) startTimer(queue);
    }, rule.delayMs);
  }

  function stopTimer(queue: TierQueue): void {
    queue.cancelTimer?.();
    queue.cancelTimer = null;
  }

  function empty(queue: TierQueue, reason: FlushReason): void {
    stopTimer(queue);
    const waiting = queue.waiting;
    queue.waiting = [];
    for (const batch of splitBatches(waiting)) emit(batch, reason);
  }

  function emptyAll(reason: FlushReason): void {
    for (const queue of queues) empty(queue, reason);
  }

  function waitingCount(): number {
    return queues.reduce((count, queue) => count + queue.waiting.length, 0);
  }

  return {
    get waitingCount() {
      return waitingCount();
    },
    add(events) {
      for (const queue of queues) {
        const added = events.filter((event) => event.tier === queue.tier);
        if (added.length === 0) continue;
        queue.waiting.push(...added);
        startTimer(queue);
      }
      if (waitingCount() >= batchLimits.flushQueuedCount) emptyAll('buffer_full');
    },
    flush: () => emptyAll('flush'),
    stop() {
      for (const queue of queues) stopTimer(queue);
    },
  };
}
