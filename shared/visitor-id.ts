import * as z from 'zod/mini';
import { visitorIdSchema } from './log-batch.ts';

/** Where the server gives visitor ids; `X-Visitor-Id` carries the one that is to be renewed. */
export const visitorIdPath = '/visitor_id';

/** A server that gives none answers without one. */
export const visitorIdReplySchema = z.object({ visitorId: z.optional(visitorIdSchema) });
