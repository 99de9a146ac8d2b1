/** The rows of a trace, from top to bottom. */
export const traceTracks = [
  'Host commands',
  'Page',
  'Player',
  'Timed actions',
  'Services',
  'Network',
] as const;
export type TraceTrack = (typeof traceTracks)[number];

/**
 * A moment, or a slice of time, on one track. Times are Unix milliseconds of the viewer's clock.
 */
export interface TraceEntry {
  track: TraceTrack;
  name: string;
  startMs: number;
  /** `null` for a moment. */
  endMs: number | null;
  /** Details, which the tools show when the entry is selected. */
  facts: Readonly<Record<string, unknown>>;
}

/** A document's events on one time line. */
export interface SessionTrace {
  /** In the order of their beginnings; of those that begin together, the longest first. */
  entries: readonly TraceEntry[];
  /** Events whose times are impossible, and which are therefore not on the line. */
  leftOut: number;
}
