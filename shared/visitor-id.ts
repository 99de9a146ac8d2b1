import * as z from 'zod/mini';
import { visitorIdSchema } from './log-batch.ts';

/** A server that gives none answers without one. */
export const visitorIdReplySchema = z.object({ visitorId: z.optional(visitorIdSchema) });
