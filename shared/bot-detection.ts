import * as z from 'zod/mini';
import { probeLimits } from './later-limits.ts';
import { text } from './schema.ts';

/** How the script of a bot detection does, as the page sees it. Scripts of others have a say in it. */
export const botScriptEventSchema = z.object({
  type: z.enum([
    'script_failed',
    /** It came, and is none, or is broken. */
    'js_failed',
    'started',
    'answered',
    'failed',
  ]),
  /** What it has found out, as JSON; or how it failed. */
  said: text(probeLimits.botAnswerMaxChars),
});
export type BotScriptEvent = z.infer<typeof botScriptEventSchema>;
