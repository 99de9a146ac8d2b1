import * as z from 'zod/mini';

/**
 * A line of `GET /telemetry/webhooks`: a message and its delivery to one receiver. Moments are Unix
 * milliseconds.
 */
export const deliverySchema = z.object({
  row: z.number(),
  /** Unique; the same in each attempt and replay. */
  id: z.string(),
  type: z.string(),
  /** The receiver. */
  url: z.string(),
  createdMs: z.number(),
  state: z.enum(['waiting', 'delivered', 'given_up']),
  attempts: z.number(),
  /** The next attempt; `null` if there is none. */
  dueMs: z.nullable(z.number()),
  /** The last attempt, its status and its problem; `null` without one. */
  lastMs: z.nullable(z.number()),
  status: z.nullable(z.number()),
  problem: z.nullable(z.string()),
  /** JSON, as it is sent. */
  body: z.string(),
});

export type Delivery = z.infer<typeof deliverySchema>;
