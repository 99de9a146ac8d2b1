import { failure } from '../options/failure.js';

/**
 * Plain JavaScript without packages: the start script also uses it, before anything is installed.
 * @typedef {'PORT_TAKEN' | 'PORT_DENIED' | 'HOST_UNKNOWN'} ListenError
 */

/**
 * @param {string} host
 * @returns {[string, ...string[]]} the addresses to listen on; the machine may lack all but the
 * first
 */
export function addressesOf(host) {
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
}

/**
 * @param {string} systemCode error code of the failed attempt to listen, such as `EADDRINUSE`
 * @param {{ host: string, port: number, portOption: string, owner?: string }} place with the option
 *   that changes the port, and the program that has it if known
 * @returns {{ ok: false, error: { code: ListenError, message: string } }}
 */
export function listenFailure(systemCode, { host, port, portOption, owner = 'another program' }) {
  if (systemCode === 'EADDRINUSE')
    return failure(
      'PORT_TAKEN',
      `Port ${port} is in use by ${owner}; stop it, or choose another port with ${portOption}.`,
    );
  if (systemCode === 'EACCES')
    return failure(
      'PORT_DENIED',
      `This user has no permission to listen on port ${port}; choose 1024 or higher with ${portOption}.`,
    );
  return failure(
    'HOST_UNKNOWN',
    `This machine cannot listen on "${host}" (${systemCode}); use one of its own names or addresses with --host.`,
  );
}
