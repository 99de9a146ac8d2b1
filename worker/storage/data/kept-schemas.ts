import * as z from 'zod/mini';
import { visitorIdSchema } from '../../../shared/telemetry/log-batch.ts';
import { amount, map, number } from '../../../shared/tools/schema.ts';

// Values that the services keep in the browser's store. Untrusted: an older version, another tab or
// a broken disk may have written them.

/** Where the viewer left a video. */
export const placeSchema = z.object({ seconds: amount, savedMs: amount });

export const visitorRowSchema = z.object({ visitorId: visitorIdSchema, fetchedMs: amount });

/** When fetching a visitor id failed, Unix time in milliseconds. */
export const failedMsSchema = amount;

/** When each unknown database was first seen, Unix time in milliseconds. */
export const firstSeenSchema = map(z.string(), number);
