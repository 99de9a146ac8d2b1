import * as z from 'zod';

/** The body of `errorReply`. The server publishes this schema, and loads it for nothing else. */
export const refusalSchema = z.object({
  error: z
    .object({
      code: z
        .string()
        .regex(/^[A-Z][A-Z0-9_]*$/)
        .describe('For programs: it stays the same.'),
      message: z.string().describe('For people: a sentence with the cause and the fix.'),
    })
    .describe('Why nothing was done.'),
});
