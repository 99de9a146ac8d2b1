import { sessionTraceLimits } from './session-trace-limits.ts';
import type { TraceEntry } from './trace-entry.ts';

/** An entry with its place. */
export interface PlacedEntry {
  entry: TraceEntry;
  /** Row of its track, from 0. In a row slices follow each other or are within each other. */
  lane: number;
}

/**
 * Gives each entry a row of its track, so that slices which overlap are drawn beside each other.
 * @param entries in the order of `SessionTrace`
 */
export function placeEntries(entries: readonly TraceEntry[]): PlacedEntry[] {
  /** For each row the ends of the slices that are not over, the innermost last. */
  const open = new Map<string, number[][]>();
  return entries.map((entry) => {
    if (entry.endMs === null) return { entry, lane: 0 };
    const { track, startMs, endMs } = entry;
    const lanes = open.get(track) ?? [];
    open.set(track, lanes);
    for (const ends of lanes) while ((ends.at(-1) ?? startMs + 1) <= startMs) ends.pop();
    const fits = lanes.findIndex((ends) => (ends.at(-1) ?? endMs) >= endMs);
    const lane = fits < 0 ? lanes.length : fits;
    if (lane === sessionTraceLimits.lanesCount) {
      const facts = { ...entry.facts, durationMs: endMs - startMs };
      return { entry: { ...entry, endMs: null, facts }, lane: 0 };
    }
    const ends = lanes[lane] ?? [];
    ends.push(endMs);
    lanes[lane] = ends;
    return { entry, lane };
  });
}
