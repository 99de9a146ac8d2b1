import { optionLimits } from './option-limits.js';

/**
 * Parses an origin as browsers write it: scheme, host, port.
 * @param {string} text a slash may follow
 * @returns {string | null} `null` for anything else: a path, a user name, a scheme other than http
 *   and https, more than 100 characters
 */
export function parseWebOrigin(text) {
  if (!/^https?:\/\/[^\s/?#@\\]+\/?$/i.test(text) || !URL.canParse(text)) return null;
  const { origin } = new URL(text);
  // A URL's host may contain characters that would start another directive in a policy.
  const isPlain = /^https?:\/\/([\w.-]+|\[[\da-f:]+\])(:\d+)?$/.test(origin);
  return isPlain && origin.length <= optionLimits.originMaxChars ? origin : null;
}

/**
 * @param {{ text: string, source: string }} given origins, separated by commas
 * @returns {{ ok: true, value: readonly string[] } | { ok: false, message: string }}
 */
export function parseWebOrigins({ text, source }) {
  /** @type {Set<string>} */
  const origins = new Set();
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const origin = parseWebOrigin(part);
    if (origin === null)
      return {
        ok: false,
        message: `${source} "${part}" is not an origin; use scheme, host and port only, separated by commas: https://player.example.com.`,
      };
    origins.add(origin);
  }
  return { ok: true, value: [...origins] };
}
