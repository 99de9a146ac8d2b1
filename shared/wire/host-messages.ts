import * as z from 'zod/mini';
import { bridgeLimits } from '../limits/bridge-limits.ts';
import { amount, anyObject, text } from '../tools/schema.ts';

// Messages from host pages, each a string of JSON.

/** The protocol of YouTube embeds. `func` and `args` belong to the event `command`. */
export const hostMessageSchema = z.object({
  event: z.string(),
  func: z.optional(z.unknown()),
  /** An array; anything else counts as no arguments: lite-youtube sends `""`. */
  args: z.optional(z.unknown()),
  /** A number or a string; anything else is not echoed. */
  id: z.optional(z.unknown()),
});

/** The protocol `player.js`. */
export const playerJsMessageSchema = z.object({
  method: text(bridgeLimits.nameMaxChars),
  value: z.optional(z.unknown()),
  /** A string, which the answer repeats. */
  listener: z.optional(z.unknown()),
});

/** `setPerformanceBudget`: limits by measure. */
export const budgetSchema = anyObject;

/** `null` is no limit. */
export const budgetLimitSchema = z.nullable(amount);
