import * as z from 'zod/mini';
import { envelopeLimits } from '../../../../shared/limits/envelope-limits.ts';
import { integerFrom, list } from '../../../../shared/tools/schema.ts';
import { experimentLimits } from './experiment-limits.ts';

const armSchema = integerFrom(0, envelopeLimits.experimentIdMax);
const contextSchema = z.object({
  client: z.object({ experimentIds: list(armSchema, envelopeLimits.experimentsCount) }),
});

/**
 * The arms of experiments that a page is in, from the context of its events. The first ones are the
 * server's own.
 * @param contextJson as an event has it; the intake accepts events from any sender
 */
export function armsOf(contextJson: string): number[] {
  // Most pages are in none, and parsing takes longer than looking.
  if (!contextJson.includes('experimentIds')) return [];
  const context = z.safeParse(contextSchema, JSON.parse(contextJson));
  if (!context.success) return [];
  return [...new Set(context.data.client.experimentIds)].slice(0, experimentLimits.armsCount);
}
