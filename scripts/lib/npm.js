import { capture } from './run.js';

/** Error codes of npm, Node.js and the system for a registry that does not answer. */
export const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

/**
 * The npm that runs this script, else the one on PATH.
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function npm(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}

/**
 * Any answer of the registry, even an error, shows that it is reachable.
 * @returns {Promise<boolean>}
 */
export async function canReachRegistry() {
  const { code, output } = await capture(
    ...npm(['ping', '--fetch-retries=1', '--fetch-retry-mintimeout=1000']),
  );
  return code === 0 || !unreachable.test(output);
}
