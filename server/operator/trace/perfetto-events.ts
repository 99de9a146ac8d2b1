import { type ChromeEvent, microseconds } from './chrome-event.ts';
import type { PlacedEntry } from './place-entries.ts';
import { sessionTraceLimits } from './session-trace-limits.ts';
import { traceTracks } from './trace-entry.ts';

/** A process whose threads are the rows of the tracks. */
const pid = 1;

/** @returns the number of a row, by which Perfetto also sorts them */
function threadOf({ entry: { track }, lane }: PlacedEntry): number {
  return traceTracks.indexOf(track) * sessionTraceLimits.lanesCount + lane + 1;
}

/** @returns the names of the process and of all rows */
export function perfettoHead(title: string, placed: readonly PlacedEntry[]): ChromeEvent[] {
  const rows = new Map(placed.map((one) => [threadOf(one), one]));
  const named = (name: string, tid: number, args: object) => ({ name, ph: 'M', pid, tid, args });
  return [
    named('process_name', 0, { name: title }),
    ...[...rows].flatMap(([tid, { entry }]) => [
      named('thread_name', tid, { name: entry.track }),
      named('thread_sort_index', tid, { sort_index: tid }),
    ]),
  ];
}

/** @returns a slice (`X`) or a moment (`i`) */
export function perfettoEntry(placed: PlacedEntry): ChromeEvent {
  const { name, startMs, endMs, facts } = placed.entry;
  const ts = microseconds(startMs);
  const event = { name, cat: 'offstage', pid, tid: threadOf(placed), ts, args: facts };
  if (endMs === null) return { ...event, ph: 'i', s: 't' };
  // The end is rounded, not the length: slices that end together must do so here too.
  return { ...event, ph: 'X', dur: microseconds(endMs) - ts };
}
