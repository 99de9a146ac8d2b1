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
