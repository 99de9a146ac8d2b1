/** An event of Chrome's Trace Event Format. Its times (`ts`, `dur`) are microseconds. */
export interface ChromeEvent {
  ph: string;
  pid: number;
  [field: string]: unknown;
}

/** @returns a time in the unit of the format */
export function microseconds(ms: number): number {
  return Math.round(ms * 1_000);
}
