import * as z from 'zod/mini';
import { probeLimits } from '../limits/probe-limits.ts';
import { text } from '../tools/schema.ts';

/**
 * State of a bot-detection script, as the page observes it. Untrusted: third-party scripts can
 * influence it.
 */
export const botScriptEventSchema = z.object({
  type: z.enum([
    'script_failed',
    /** The script loaded, but is not JavaScript, or is broken. */
    'js_failed',
    'started',
    'answered',
    'failed',
  ]),
  /** Its result as JSON, or the cause of its failure. */
  detail: text(probeLimits.botAnswerMaxChars),
});
export type BotScriptEvent = z.infer<typeof botScriptEventSchema>;
