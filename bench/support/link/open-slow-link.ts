import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Clock } from '../../../shared/tools/clock.ts';
import { createRandom } from './create-random.ts';
import type { LinkConditions } from './link-conditions.ts';
import { createLinkDirection, type LinkDirection } from './link-direction.ts';
import { type LinkTraffic, watchTraffic } from './link-traffic.ts';

/** A slow line to a server, at an address of its own. */
export interface SlowLink {
  /** `http://localhost:PORT`, to use instead of the server's own. */
  origin: string;
  traffic: LinkTraffic;
  /** Breaks all connections, so that the next request opens one. */
  hangUp(): void;
  close(): Promise<void>;
}

export interface SlowLinkOptions {
  /** Origin of the server: `http://localhost:PORT`. */
  target: string;
  conditions: LinkConditions;
  /** The same seed loses the same packets. */
  seed: number;
}

/** Unix time with fractions, which never jumps. */
const clock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimer(callback, ms) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Opens a slow line in front of a server: what DevTools' own throttling does not do for workers and
 * media elements. All connections share its bandwidth. A new one takes a round trip before its
 * first byte, as TCP's handshake does. It starts at full speed, unlike TCP (no slow start).
 */
export async function openSlowLink(options: SlowLinkOptions): Promise<SlowLink> {
  const { conditions, seed } = options;
  const { downBitsPerSec, upBitsPerSec, roundTripMs, lossRate } = conditions;
  const target = new URL(options.target);
  const shared = { roundTripMs, lossRate, random: createRandom(seed), clock };
  const up = createLinkDirection({ bitsPerSec: upBitsPerSec, ...shared });
  const down = createLinkDirection({ bitsPerSec: downBitsPerSec, ...shared });
  const traffic = watchTraffic(clock.now);
  const browsers = new Set<Socket>();

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (browser) => {
    browsers.add(browser);
    const upstream = connect({
      host: target.hostname,
      port: Number(target.port),
      allowHalfOpen: true,
      noDelay: true,
    });
    const closeUp = carry(up, browser, upstream, () => {});
    const closeDown = carry(down, upstream, browser, traffic.noteReceived);
    browser.on('data', traffic.noteSent);
    browser.pause();
    const cancelHandshake = clock.setTimer(() => browser.resume(), roundTripMs);
    const end = () => {
      cancelHandshake();
      closeUp();
      closeDown();
      browsers.delete(browser);
      browser.destroy();
      upstream.destroy();
    };
    for (const socket of [browser, upstream]) {
      // A connection that breaks breaks its other half; `close` follows.
      socket.on('error', () => {});
      socket.on('close', end);
    }
  });
  server.listen(0, target.hostname);
  await once(server, 'listening');
  const hangUp = () => {
    for (const browser of browsers) browser.destroy();
  };
  return {
    origin: `http://${target.hostname}:${(server.address() as AddressInfo).port}`,
    traffic,
    hangUp,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      hangUp();
      await closed;
    },
  };
}

/**
 * Sends all bytes of a socket through a direction of the link to another.
 * @param onDelivered called with the bytes of each packet that has arrived
 * @returns forgets what is under way
 */
function carry(
  direction: LinkDirection,
  source: Socket,
  sink: Socket,
  onDelivered: (bytes: number) => void,
): () => void {
  const flow = direction.openFlow({
    deliver(packet) {
      onDelivered(packet.length);
      return sink.write(packet);
    },
    finish: () => sink.end(),
    onRoom: () => source.resume(),
  });
  source.on('data', (bytes) => {
    if (!flow.send(bytes)) source.pause();
  });
  source.on('end', flow.finish);
  sink.on('drain', flow.resume);
  return flow.close;
}
