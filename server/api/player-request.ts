import * as z from 'zod';
import { text } from '../../shared/schema.ts';

/** Clients that give no `context`, or another, get their answer without a `responseContext`. */
export const playerRequestSchema = z.object({
  videoId: text(1_000),
  context: z.optional(z.unknown()),
});
