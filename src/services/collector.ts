import type { Clock } from '../../shared/clock.ts';
import { collectorLimits } from '../../shared/limits.ts';
import { type LogEntry, type LogPayload, logTiers } from '../../shared/log-event.ts';
import { createDeadlines } from './deadlines.ts';
import { checkLogCall, type LogOptions } from './log-call.ts';
import { createSequenceGroups } from './sequence-groups.ts';

/** All that logging costs the main thread: stamp, push, and one message every 100 ms. */
export interface Collector {
  /** @throws TypeError for a wrong call; nothing is collected then */
  log(name: string, payload: LogPayload, options?: LogOptions): void;
  /** Hands over what waits, now. */
  handOver(): void;
  /** Events logged so far. */
  readonly createdCount: number;
  /** Takes no more events. */
  stop(): void;
}

export interface CollectorDeps {
  clock: Clock;
  /** Milliseconds since the viewer last did something; -1 if never. */
  lastActivityMs(): number;
  /** Takes over an array of one or more entries; it belongs to the taker. */
  post(entries: LogEntry[]): void;
}

export function createCollector({ clock, lastActivityMs, post }: CollectorDeps): Collector {
  const groups = createSequenceGroups();
  let seq = 0;
  let waiting: LogEntry[] = [];
  let isStopped = false;
  const deadlines = createDeadlines(clock);
  let takeBack: (() => void) | null = null;
  /** When what waits is handed over, so that an urgent event can make it earlier. */
  let dueMs = Number.POSITIVE_INFINITY;

  function handOver(): void {
    takeBack?.();
    takeBack = null;
    dueMs = Number.POSITIVE_INFINITY;
    if (waiting.length === 0) return;
    const entries = waiting;
    waiting = [];
    post(entries);
  }

  function handOverIn(ms: number): void {
    const atMs = clock.now() + ms;
    // Not pushed back by later events.
    if (takeBack !== null && dueMs <= atMs) return;
    takeBack?.();
    dueMs = atMs;
    takeBack = deadlines.add(ms, handOver);
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
      // Here and not in the worker: whatever is sent again, and by whom, keeps its place.
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
