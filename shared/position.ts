import * as z from 'zod/mini';
import { amount, numberFrom } from './schema.ts';

/** Where the viewer is, as the browser tells it: degrees (WGS 84), and how far off they may be. */
export const positionSchema = z.object({
  latitude: numberFrom(-90, 90),
  longitude: numberFrom(-180, 180),
  accuracyMeters: amount,
});
export type Position = z.infer<typeof positionSchema>;

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
export const positionReportSchema = z.object({
  outcome: z.enum(positionOutcomes),
  /** If it was granted. */
  position: z.optional(positionSchema),
});
export type PositionReport = z.infer<typeof positionReportSchema>;
