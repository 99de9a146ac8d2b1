import * as z from 'zod/mini';
import { visitorIdSchema } from '../../shared/log-batch.ts';
import { amount, map, number } from '../../shared/schema.ts';

// What the services keep in the browser's store. An older version of this code, another tab or a broken disk may have written it.

/** Where the viewer left a video. */
export const placeSchema = z.object({ seconds: amount, savedMs: amount });

export const visitorRowSchema = z.object({ visitorId: visitorIdSchema, fetchedMs: amount });

/** When no visitor id came, Unix time in milliseconds. */
export const failedMsSchema = amount;

/** When each unknown database was seen first, Unix time in milliseconds. */
export const firstSeenSchema = map(z.string(), number);
