import * as z from 'zod';
import { text } from '../../shared/tools/schema.ts';
import { apiRequestLimits } from './api-request-limits.ts';

/** Without a valid `context`, the reply has no `responseContext`. */
export const playerRequestSchema = z.object({
  videoId: text(apiRequestLimits.videoIdMaxChars),
  context: z.optional(z.unknown()),
});
