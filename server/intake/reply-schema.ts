import * as z from 'zod';
import { logReplySchema } from '../../shared/telemetry/log-batch.ts';

/** Replies of the intake and the provider's log. Players read only a part (`logReplySchema`). */
export const intakeReplySchema = z.object({
  ...logReplySchema.shape,
  rejections: z
    .optional(
      z.array(
        z.object({
          index: z.int().min(0).describe('Index in the batch, from 0.'),
          message: z.string().describe('The problem.'),
        }),
      ),
    )
    .describe(
      'The rejected events, with the reasons. Missing if there are none, and in replies of the provider’s log.',
    ),
});
export type IntakeReply = z.infer<typeof intakeReplySchema>;
