import { answerLimits } from './answer-limits.ts';

const authority = new RegExp(
  `^https?://[^/\\\\?#]{1,${answerLimits.authorityMaxChars}}(?:[/\\\\?#]|$)`,
  'i',
);

/**
 * Parses an address from a client. `URL` needs quadratic time for a long non-ASCII host (Punycode):
 * 0.1 s for 5,000 characters. So the length of the authority is checked first.
 * @returns `null` if it is no http or https address
 */
export function parseWebUrl(text: string): URL | null {
  return authority.test(text) ? URL.parse(text) : null;
}
