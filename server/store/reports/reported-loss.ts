import * as z from 'zod';
import { noDrops } from '../../../shared/rpc/loss-accounting.ts';
import { amount } from '../../../shared/tools/schema.ts';

/** An entry `events_lost` of the provider's log. */
const reportedLossSchema = z.object({
  reason: z.string(),
  count: amount,
  isOwn: z.optional(z.boolean()),
});

/** Its keys are the reasons of our pages. */
const pageReasons = noDrops();

export interface ReportedLoss {
  /** A reason of our pages, or `other`: strangers can invent names without end. */
  reason: string;
  count: number;
  /** The reporting page's own events; pages report those of closed pages too. */
  isOwn: boolean;
}

/** @returns `null` if the entry does not have the form */
export function parseReportedLoss(fieldsJson: string): ReportedLoss | null {
  const parsed = z.safeParse(reportedLossSchema, JSON.parse(fieldsJson));
  if (!parsed.success) return null;
  const { reason, count, isOwn = false } = parsed.data;
  return { reason: Object.hasOwn(pageReasons, reason) ? reason : 'other', count, isOwn };
}
