import * as z from 'zod/mini';
import { visitorIdSchema } from '../telemetry/log-batch.ts';

/** A server that issues no id leaves it out. */
export const visitorIdReplySchema = z.object({ visitorId: z.optional(visitorIdSchema) });
