import { collectorLimits } from '../../shared/limits/collector-limits.ts';
import { type LogEntry, type LogPayload, logTiers } from '../../shared/telemetry/log-event.ts';
import type { Clock } from '../../shared/tools/clock.ts';
import { createDeadlines } from './deadlines.ts';
import { checkLogCall, type LogOptions } from './log-call.ts';
import { createSequenceGroups } from './sequence-groups.ts';

/** Does all logging work on the main thread: stamps, queues, and posts one message every 100 ms. */
export interface Collector {
  /** @throws TypeError for an invalid call; the event is not collected */
  log(name: string, payload: LogPayload, options?: LogOptions): void;
  /** Posts the queued events now. */
  handOver(): void;
  /** Number of events logged so far. */
  readonly createdCount: number;
  /** Posts the queued events; ignores later ones. */
  stop(): void;
}

export interface CollectorDeps {
  clock: Clock;
  /** Milliseconds since the viewer's last activity; -1 if never. */
  lastActivityMs(): number;
  /** Takes ownership of the array, which has at least one entry. */
  post(entries: LogEntry[]): void;
}

export function createCollector({ clock, lastActivityMs, post }: CollectorDeps): Collector {
  const groups = createSequenceGroups();
  let seq = 0;
  let waiting: LogEntry[] = [];
  let isStopped = false;
  const deadlines = createDeadlines(clock);
  let cancelDeadline: (() => void) | null = null;
  /** When the queue is posted. An urgent event can make it earlier. */
  let dueMs = Number.POSITIVE_INFINITY;

  function handOver(): void {
    cancelDeadline?.();
    cancelDeadline = null;
    dueMs = Number.POSITIVE_INFINITY;
    if (waiting.length === 0) return;
    const entries = waiting;
    waiting = [];
    post(entries);
  }

  function handOverIn(ms: number): void {
    const atMs = clock.now() + ms;
    // Later events do not delay it.
    if (cancelDeadline !== null && dueMs <= atMs) return;
    cancelDeadline?.();
    dueMs = atMs;
    cancelDeadline = deadlines.add(ms, handOver);
  }

  return {
    log(name, payload, options) {
      const tier = checkLogCall(name, payload, options);
      if (isStopped) return;
      seq++;
      const entry: LogEntry = {
        seq,
        name,
        payload,
        tier,
        eventTimeMs: clock.now(),
        lastActivityMs: lastActivityMs(),
      };
      // Numbered here, not in the worker, so that an event keeps its number however it is resent.
      if (options?.sequenceGroup !== undefined) entry.sequence = groups.next(options.sequenceGroup);
      waiting.push(entry);
      if (tier === logTiers.immediate || waiting.length >= collectorLimits.collectCount) handOver();
      else handOverIn(tier === logTiers.fast ? 0 : collectorLimits.collectMs);
    },
    handOver,
    get createdCount() {
      return seq;
    },
    stop() {
      handOver();
      deadlines.stop();
      isStopped = true;
    },
  };
}
