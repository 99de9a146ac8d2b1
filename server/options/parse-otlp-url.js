import { optionLimits } from './option-limits.js';
import { isPrivateHost } from './private-host.js';
import { accept, refuse } from './server-option.js';

/**
 * @param {import('./server-option.js').GivenText} given
 * @returns {import('./server-option.js').Parsed<string | null>} without a slash at its end; `null`
 *   when nothing is given
 */
export function parseOtlpUrl({ text, source }) {
  if (text === '') return accept(null);
  const url = text.length <= optionLimits.urlMaxChars && URL.canParse(text) ? new URL(text) : null;
  // It may hold a secret, so messages never repeat it.
  if (
    url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username + url.password + url.search + url.hash !== '' ||
    (url.protocol === 'http:' && !isPrivateHost(url.hostname))
  )
    return refuse(
      `${source}: a collector must be an https URL without a user name and a query; http is possible on this machine and in private networks only.`,
    );
  if (/\/v1\/\w+\/?$/.test(url.pathname))
    return refuse(
      `${source}: give the collector’s base address, because the server adds /v1/metrics and /v1/logs itself.`,
    );
  return accept(url.href.replace(/\/+$/, ''));
}
