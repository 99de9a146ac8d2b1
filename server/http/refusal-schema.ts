import * as z from 'zod';

/** The body of `errorReply`. The server publishes this schema, and loads it for nothing else. */
export const refusalSchema = z.object({
  error: z
    .object({
      code: z
        .string()
        .regex(/^[A-Z][A-Z0-9_]*$/)
        .describe('Stable code for programs.'),
      message: z.string().describe('Message for people, with cause and fix.'),
    })
    .describe('Reason for the refusal.'),
});
