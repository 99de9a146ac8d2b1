import { createServer } from 'node:net';
import { addressesOf, listenFailure } from './listen-failure.js';

/**
 * Checks that the server can listen, before anything is installed, built or written. Another server
 * of the same directory may hold the ports, and would serve the files written here. The server
 * itself would find the port in use only later.
 * @param {{ host: string, port: number, demoPort: number }} options
 * @returns {Promise<{ ok: true, value: undefined } | ReturnType<typeof listenFailure>>}
 */
export async function checkPorts({ host, port, demoPort }) {
  const places = [
    { host, port, portOption: '--port' },
    { host, port: demoPort, portOption: '--demo-port' },
  ];
  for (const place of places) {
    const [first, ...others] = addressesOf(host);
    const code = await tryToListen(first, place.port);
    if (code !== null) return listenFailure(code, place);
    for (const address of others) {
      const otherCode = await tryToListen(address, place.port);
      if (otherCode === 'EADDRINUSE') return listenFailure(otherCode, place);
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
