import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventRecord } from '../event-archive.ts';
import type { parquetLimits } from './parquet-limits.ts';

/** A Parquet file that is being made, in memory. */
export interface EventFile {
  add(event: EventRecord): void;
  /** Ends the file. @returns its content */
  finish(): Uint8Array;
}

/** The files of some events, one for each hour in which some of them arrived. */
export interface BuiltFiles {
  /** Begins of the hours in Unix milliseconds. */
  files: ReadonlyMap<number, EventFile>;
  count: number;
  /** The last row that is in them; `null` if there is none. */
  lastRow: number | null;
  /** Whether the limits ended them, so that more events may be waiting. */
  isFull: boolean;
}

export interface BuildCall {
  /** Reads events with rows after this one, in their order. */
  read(row: number, limit: number): Promise<readonly EventRecord[]>;
  createFile(): EventFile;
  /** Row after which the events are. */
  from: number;
  /** @returns whether the event belongs to the files; the first that does not ends them */
  includes(event: EventRecord): boolean;
  /** Whether the limits end the files. Files that are planned already are made as planned. */
  isLimited: boolean;
  signal: AbortSignal;
  limits: typeof parquetLimits;
}

const hourMs = 3_600_000;

/** @returns Unix milliseconds of the begin of an hour (UTC) */
export function hourOf(ms: number): number {
  return Math.floor(ms / hourMs) * hourMs;
}

/** @returns the files; `null` if `signal` has ended it */
export async function buildFiles(call: BuildCall): Promise<BuiltFiles | null> {
  const { read, createFile, includes, isLimited, signal, limits } = call;
  const files = new Map<number, EventFile>();
  let [count, chars] = [0, 0];
  let lastRow: number | null = null;
  const built = (isFull: boolean): BuiltFiles => ({ files, count, lastRow, isFull });
  for (;;) {
    const events = await read(lastRow ?? call.from, limits.readRowsCount);
    if (events.length === 0) return built(false);
    for (const event of events) {
      if (!includes(event)) return built(false);
      const hour = hourOf(event.received_ms);
      const isFull =
        count >= limits.eventsMaxCount ||
        chars >= limits.textMaxChars ||
        (files.size >= limits.hoursMaxCount && !files.has(hour));
      if (isLimited && isFull) return built(true);
      const file = files.get(hour) ?? createFile();
      files.set(hour, file);
      file.add(event);
      count += 1;
      chars += event.context.length + event.payload.length;
      lastRow = event.row;
    }
    // Answers to players come in between.
    await nextTurn();
    if (signal.aborted) return null;
  }
}
