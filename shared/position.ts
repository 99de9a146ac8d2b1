import * as v from 'valibot';
import { amount, numberFrom } from './schema.ts';

/** Where the viewer is, as the browser tells it: degrees (WGS 84), and how far off they may be. */
export const positionSchema = v.object({
  latitude: numberFrom(-90, 90),
  longitude: numberFrom(-180, 180),
  accuracyMeters: amount,
});
export type Position = v.InferOutput<typeof positionSchema>;

/** How the page shall ask the browser. */
export interface PositionRequest {
  timeoutMs: number;
  isHighAccuracy: boolean;
}

/** `refused`: by the viewer or by the page around the frame; this browser does not say which. */
const positionOutcomes = [
  'granted',
  'denied',
  'not_allowed',
  'refused',
  'insecure',
  'unsupported',
  'unavailable',
  'timed_out',
] as const;
export type PositionOutcome = (typeof positionOutcomes)[number];

/** What came of asking. */
export const positionReportSchema = v.object({
  outcome: v.picklist(positionOutcomes),
  /** If it was granted. */
  position: v.optional(positionSchema),
});
export type PositionReport = v.InferOutput<typeof positionReportSchema>;
