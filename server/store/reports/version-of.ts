import * as z from 'zod/mini';
import { reportLimits } from './report-limits.ts';

/**
 * Like those of packages, such as `1.4.0-beta.1+5`. Any sender can name a version; operators read
 * it in tables and spreadsheets, so it has no spaces, controls or signs of a formula.
 */
const versionPattern = /^[0-9A-Za-z][\w.+-]*$/;
const contextSchema = z.object({
  client: z.object({
    clientVersion: z
      .string()
      .check(z.regex(versionPattern), z.maxLength(reportLimits.versionMaxChars)),
  }),
});

/**
 * @param contextJson as an event has it; the intake accepts events from any sender
 * @returns the player's version; '' if it is missing or no version
 */
export function versionOf(contextJson: string): string {
  const context = z.safeParse(contextSchema, JSON.parse(contextJson));
  return context.success ? context.data.client.clientVersion : '';
}
