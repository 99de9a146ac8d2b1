import * as z from 'zod';

// Rows of the outbox. Another program may have written them.

export const stateSchema = z.object({ name: z.string(), state: z.string() });
export const dueSchema = z.object({
  row: z.number(),
  id: z.string(),
  type: z.string(),
  createdMs: z.number(),
  body: z.string(),
  attempts: z.number(),
});
export const deliverySchema = z.object({
  row: z.number(),
  id: z.string(),
  type: z.string(),
  url: z.string(),
  createdMs: z.number(),
  state: z.enum(['waiting', 'delivered', 'given_up']),
  attempts: z.number(),
  dueMs: z.nullable(z.number()),
  lastMs: z.nullable(z.number()),
  status: z.nullable(z.number()),
  problem: z.nullable(z.string()),
  body: z.string(),
});

export type Delivery = z.infer<typeof deliverySchema>;
