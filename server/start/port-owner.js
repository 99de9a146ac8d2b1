import { requestCheckPath } from '../http/request-check-path.js';
import { announcedServers } from './announced-servers.js';
import { addressesOf } from './listen-failure.js';
import { portLimits } from './port-limits.js';

/**
 * @param {string} host that a server listens on
 * @returns {string} a host by which this machine reaches it
 */
export function hostToAsk(host) {
  const [first] = addressesOf(host);
  if (first === '0.0.0.0') return '127.0.0.1';
  if (first === '::') return '[::1]';
  return first.includes(':') ? `[${first}]` : first;
}

/**
 * Names the owner of a port that is in use. Plain JavaScript without packages, like the rest of the
 * start script's checks.
 * @param {{ host: string, port: number }} place
 * @param {string | undefined} dataDir of the server that needs the port
 * @returns {Promise<string | null>} as in "in use by …"; `null` for another program
 */
export async function portOwner({ host, port }, dataDir) {
  if (!(await isOffstage(`http://${hostToAsk(host)}:${port}`))) return null;
  const servers = dataDir === undefined ? [] : await announcedServers(dataDir);
  const pids = servers.filter(({ isRunning }) => isRunning).map(({ pid }) => pid);
  if (pids.length === 0) return 'an Offstage server';
  const who = pids.length === 1 ? 'this process uses' : 'these processes use';
  return `an Offstage server, and ${who} the data directory ${dataDir}: ${pids.join(', ')}`;
}

/** @param {string} origin */
async function isOffstage(origin) {
  try {
    const answer = await fetch(new URL(requestCheckPath, origin), {
      headers: { Connection: 'close' },
      redirect: 'error',
      signal: AbortSignal.timeout(portLimits.askMs),
    });
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > portLimits.answerMaxChars) return false;
    }
    const { origin: seen, isProxyTrusted } = JSON.parse(text);
    return answer.ok && typeof seen === 'string' && typeof isProxyTrusted === 'boolean';
  } catch {
    // It does not answer, or not with JSON.
    return false;
  }
}
