import * as z from 'zod';

/** What `errorReply` answers. The server publishes it, and loads it for nothing else. */
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
