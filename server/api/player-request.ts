import * as z from 'zod';
import { text } from '../../shared/tools/schema.ts';

/** Without a valid `context`, the reply has no `responseContext`. */
export const playerRequestSchema = z.object({
  videoId: text(1_000),
  context: z.optional(z.unknown()),
});
