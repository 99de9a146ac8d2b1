import { logLimits } from '../../shared/limits/log-limits.ts';
import type { SeqRange } from '../../shared/rpc/news.ts';
import type { LogEntry } from '../../shared/telemetry/log-event.ts';

/**
 * The page's own copy of events that the intake does not have yet. Used when services die, and at
 * the page's end.
 */
export interface Undelivered {
  add(entries: readonly LogEntry[]): void;
  /** These now have a durable copy. Of those, only the newest 1,000 stay here. */
  markStored(ranges: readonly SeqRange[]): void;
  /** These were delivered or dropped. */
  remove(ranges: readonly SeqRange[]): void;
  /** All events: first those that only the page has, then stored ones; each most urgent first. */
  byNeed(): LogEntry[];
  /** All events, stored ones first because they are older. */
  all(): LogEntry[];
  /** Events that only the page has, in order. */
  notStored(): LogEntry[];
  readonly isEmpty: boolean;
  /** Drops all events. @returns their numbers */
  clear(): number[];
  /**
   * Drops events without a durable copy, the oldest of the lowest tier first, until `maxCount` are
   * left. @returns their numbers
   */
  makeRoom(maxCount: number): number[];
}

export function createUndelivered(): Undelivered {
  const notStored = new Map<number, LogEntry>();
  const stored = new Map<number, LogEntry>();

  return {
    add(entries) {
      for (const entry of entries) notStored.set(entry.seq, entry);
    },
    markStored(ranges) {
      for (const seq of seqsIn(ranges)) {
        const entry = notStored.get(seq);
        if (entry === undefined) continue;
        notStored.delete(seq);
        stored.set(seq, entry);
      }
      for (const oldest of stored.keys()) {
        if (stored.size <= logLimits.keptDurableCount) break;
        stored.delete(oldest);
      }
    },
    remove(ranges) {
      for (const seq of seqsIn(ranges)) {
        notStored.delete(seq);
        stored.delete(seq);
      }
    },
    byNeed: () => [...byUrgency(notStored), ...byUrgency(stored)],
    all: () => [...stored.values(), ...notStored.values()],
    notStored: () => [...notStored.values()],
    get isEmpty() {
      return notStored.size === 0 && stored.size === 0;
    },
    clear() {
      const seqs = [...notStored.keys(), ...stored.keys()];
      notStored.clear();
      stored.clear();
      return seqs;
    },
    makeRoom(maxCount) {
      const excess = notStored.size - maxCount;
      if (excess <= 0) return [];
      const seqs = [...notStored.values()]
        .sort((a, b) => a.tier - b.tier || a.seq - b.seq)
        .slice(0, excess)
        .map((entry) => entry.seq);
      for (const seq of seqs) notStored.delete(seq);
      return seqs;
    },
  };
}

function byUrgency(entries: ReadonlyMap<number, LogEntry>): LogEntry[] {
  return [...entries.values()].sort((a, b) => b.tier - a.tier || a.seq - b.seq);
}

function* seqsIn(ranges: readonly SeqRange[]): Iterable<number> {
  for (const [from, to] of ranges) for (let seq = from; seq <= to; seq++) yield seq;
}
