import * as z from 'zod/mini';
import { amount } from '../../../shared/tools/schema.ts';

/**
 * Result of a check, sent between embeds of an origin: the server's status, `null` to ask for one.
 * Untrusted: any script of the origin may send it.
 */
export const checkMessageSchema = z.object({ status: z.nullable(amount), ageMs: amount });
