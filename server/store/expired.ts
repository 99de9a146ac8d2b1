import { addNumbers } from './add-numbers.ts';

/** Counts of what one maintenance run has removed. */
export interface Expired {
  documents: number;
  events: number;
  rejections: number;
  playbacks: number;
  /** Entries of the provider's log. */
  logEntries: number;
  errors: number;
  /** Minutes of the intake's counts. */
  minutes: number;
  viewers: number;
  /** Earliest and latest time of last receipt among the removed rows; Unix milliseconds. */
  fromMs: number;
  toMs: number;
}

export function startExpired(): Expired {
  return {
    documents: 0,
    events: 0,
    rejections: 0,
    playbacks: 0,
    logEntries: 0,
    errors: 0,
    minutes: 0,
    viewers: 0,
    fromMs: Number.POSITIVE_INFINITY,
    toMs: Number.NEGATIVE_INFINITY,
  };
}

/** @returns the counts of several stores */
export function addExpired(all: readonly Expired[]): Expired {
  return {
    ...addNumbers(all.map((one) => ({ ...one }))),
    fromMs: Math.min(...all.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...all.map(({ toMs }) => toMs)),
  };
}

export function noteTimes(expired: Expired, times: Iterable<number>): void {
  for (const ms of times) {
    expired.fromMs = Math.min(expired.fromMs, ms);
    expired.toMs = Math.max(expired.toMs, ms);
  }
}

export function hasExpired({ fromMs }: Expired): boolean {
  return Number.isFinite(fromMs);
}

/** @returns a sentence for the operator about what was removed */
export function expiredSentence(expired: Expired): string {
  const { documents, events, rejections, playbacks, logEntries, errors, minutes, viewers } =
    expired;
  const ofDocuments = [
    counted(events, 'event'),
    counted(rejections, 'refused number'),
    counted(playbacks, 'playback'),
  ].filter((part) => part !== '');
  const parts = [
    counted(documents, 'document') + (ofDocuments.length > 0 ? ` with ${listOf(ofDocuments)}` : ''),
    counted(logEntries, 'log entry', 'log entries'),
    counted(errors, 'error'),
    counted(minutes, 'minute of counts', 'minutes of counts'),
    counted(viewers, 'viewer'),
  ].filter((part) => part !== '');
  const [from, to] = [expired.fromMs, expired.toMs].map((ms) =>
    new Date(ms).toISOString().slice(0, 10),
  );
  return `Expired: ${parts.join(', ')}; last heard of from ${from} to ${to}.`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
}

function listOf(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
