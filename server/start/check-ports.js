import { createServer } from 'node:net';
import { addressesOf, listenFailure } from './listen-failure.js';
import { portOwner } from './port-owner.js';

/**
 * Checks that the server can listen, before anything is installed, built or written. Another server
 * of the same directory may hold the ports, and would serve the files written here. The server
 * itself would find the port in use only later.
 * @param {{ host: string, port: number, demoPort: number, dataDir?: string }} options with a data
 *   directory, the message names the servers that use it, if one has the port
 * @returns {Promise<{ ok: true, value: undefined } | ReturnType<typeof listenFailure>>}
 */
export async function checkPorts({ host, port, demoPort, dataDir }) {
  const places = [
    { host, port, portOption: '--port' },
    { host, port: demoPort, portOption: '--demo-port' },
  ];
  for (const place of places) {
    const [first, ...others] = addressesOf(host);
    for (const address of [first, ...others]) {
      const code = await tryToListen(address, place.port);
      // A machine without IPv6 has only one loopback address.
      if (code === null || (address !== first && code !== 'EADDRINUSE')) continue;
      const owner =
        code === 'EADDRINUSE'
          ? await portOwner({ host: address, port: place.port }, dataDir)
          : null;
      return listenFailure(code, owner === null ? place : { ...place, owner });
    }
  }
  return { ok: true, value: undefined };
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | null>} the system's error code if it cannot listen
 */
function tryToListen(host, port) {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(error.code ?? error.message),
    );
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}
