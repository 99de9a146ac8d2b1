import * as z from 'zod/mini';
import { amount } from '../../shared/schema.ts';

/** What embeds of an origin tell each other of a check: the server's status, `null` for no answer. Any script of the origin may send it. */
export const checkMessageSchema = z.object({ status: z.nullable(amount), ageMs: amount });
