import type { CostReading } from './performance-report.ts';

/** The event with what a player has cost its viewer so far. Later ones contain earlier ones. */
export const fieldEventName = 'field_performance';

export type DeviceClass = 'low' | 'medium' | 'high';

/** The event's payload. Moments are milliseconds since the page was opened. */
export interface FieldPerformance extends CostReading {
  /** The part of all pages that is measured, above 0 up to 1. */
  share: number;
  videoId: string;
  /** Name of what feeds the video's element, such as `hls.js`; `null` without one. */
  engine: string | null;
  /** Milliseconds since the page was opened. */
  atMs: number;
  device: {
    /** By processors and memory, as far as the browser tells. */
    class: DeviceClass | null;
    /** Network Information: `slow-2g`, `2g`, `3g`, `4g`. */
    connection: string | null;
    /** The viewer has asked sites to save data. */
    isSavingData: boolean;
  };
}
