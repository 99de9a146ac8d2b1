import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Flood, FloodCount, FloodTarget } from '../flood.ts';

/** Connections for each unit of scale. */
const connections = 5;

const head =
  'POST /youtubei/v1/log_event HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
/** 60 kB on the wire, with a body of 10,000 bytes. */
const chunks = '1\r\nx\r\n'.repeat(10_000);

/** H4: endless bodies in chunks of one byte, sent as fast as the server reads them. */
export const tinyChunks: Flood = async (target) => {
  const count: FloodCount = { requests: 0, sentBytes: 0, statuses: {} };
  const untilMs = performance.now() + target.forMs;
  const lane = async () => {
    while (performance.now() < untilMs) {
      await sendBody(target, untilMs, count);
      // If the server cuts connections, this loop must still pause.
      await wait(1);
    }
  };
  await Promise.all(Array.from({ length: connections * target.scale }, lane));
  return count;
};

/** @returns once the connection is closed, by the server or at the end of the time */
function sendBody({ port, from }: FloodTarget, untilMs: number, count: FloodCount): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    const end = setTimeout(() => socket.destroy(), Math.max(1, untilMs - performance.now()));
    const send = () => {
      do count.sentBytes += chunks.length;
      while (socket.write(chunks));
    };
    socket.once('connect', () => {
      count.requests += 1;
      socket.write(head);
      send();
    });
    socket.on('drain', send);
    socket.once('data', (chunk) => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1', 0, 16))?.[1] ?? 0);
      count.statuses[status] = (count.statuses[status] ?? 0) + 1;
    });
    socket.once('error', () => {
      count.statuses[0] = (count.statuses[0] ?? 0) + 1;
    });
    socket.once('close', () => {
      clearTimeout(end);
      resolve();
    });
  });
}
