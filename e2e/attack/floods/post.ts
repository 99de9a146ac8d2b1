import { type Agent, request } from 'node:http';
import type { FloodCount, FloodTarget } from '../flood.ts';

/** Sends one attack request and adds its answer to `count`. */
export function post(
  { port, from }: FloodTarget,
  {
    agent,
    path,
    body,
    headers,
  }: { agent: Agent; path: string; body: Buffer; headers: Record<string, string> },
  count: FloodCount,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (status: number) => {
      count.statuses[status] = (count.statuses[status] ?? 0) + 1;
      resolve();
    };
    const outgoing = request(
      {
        port,
        host: '127.0.0.1',
        localAddress: from,
        agent,
        path,
        method: 'POST',
        headers: { ...headers, 'Content-Length': String(body.length) },
      },
      (incoming) => {
        incoming.resume();
        incoming.once('close', () => end(incoming.statusCode ?? 0));
      },
    );
    outgoing.once('error', () => end(0));
    count.requests += 1;
    count.sentBytes += body.length;
    outgoing.end(body);
  });
}
