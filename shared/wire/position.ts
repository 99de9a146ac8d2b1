import * as z from 'zod/mini';
import { amount, numberFrom } from '../tools/schema.ts';

/** The viewer's position from the browser: degrees (WGS 84), with its accuracy. */
export const positionSchema = z.object({
  latitude: numberFrom(-90, 90),
  longitude: numberFrom(-180, 180),
  accuracyMeters: amount,
});
export type Position = z.infer<typeof positionSchema>;

/** Options for the browser's position request. */
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

/** The result of asking for the position. */
export const positionReportSchema = z.object({
  outcome: z.enum(positionOutcomes),
  /** Only if granted. */
  position: z.optional(positionSchema),
});
export type PositionReport = z.infer<typeof positionReportSchema>;
