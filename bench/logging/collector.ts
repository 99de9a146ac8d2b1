import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventNumbersIn } from './event-ids.ts';
import { unpackText } from './unpack-text.ts';

/** `offline`: connections break before anything is read. `500`: everything is read and refused. */
type Fault = 'none' | 'offline' | '500';

/** Takes what loggers send, and counts it as it came over the wire. */
export interface Collector {
  origin: string;
  setFault(fault: Fault): void;
  /** Starts to count. @param run of the events to look for */
  start(run: string): void;
  counts(): Counts;
  /** How often each event arrived in a request that was answered with 2xx, by its number. */
  arrivals(): ReadonlyMap<number, number>;
  /** `performance.now()` of the newest event that had not arrived before, and of the newest request. */
  newestMs(): { event: number; request: number };
  close(): Promise<void>;
}

interface Counts {
  /** With a body. */
  requests: number;
  bodyBytes: number;
  preflights: number;
  /** Of these requests, those that were answered with 500. */
  refusedRequests: number;
  refusedBytes: number;
}

const noCounts: Counts = {
  requests: 0,
  bodyBytes: 0,
  preflights: 0,
  refusedRequests: 0,
  refusedBytes: 0,
};

/** @param target origin of the server to which everything goes on, the intake's requests once they are counted; without, every request is answered with 200 and an empty object */
export async function startCollector(target: string | null): Promise<Collector> {
  let fault: Fault = 'none';
  let run: string | null = null;
  let counts = { ...noCounts };
  const arrivals = new Map<number, number>();
  let newest = { event: 0, request: 0 };

  const server = createServer(async (incoming, outgoing) => {
    if (fault === 'offline') {
      incoming.socket.destroy();
      return;
    }
    if (target === null && incoming.method === 'OPTIONS') {
      counts.preflights += 1;
      outgoing.writeHead(204, corsHeaders(incoming)).end();
      return;
    }
    const isLogging =
      incoming.method === 'POST' &&
      (target === null || /\/(log_event|video_stats)\b/.test(incoming.url ?? ''));
    const body = await readBody(incoming).catch(() => null);
    // The page went away in the middle of it.
    if (body === null) return;
    const isRefused = isLogging && fault === '500';
    if (isLogging) countRequest(body.length, isRefused);
    if (isRefused) outgoing.writeHead(500, corsHeaders(incoming)).end();
    else if (target === null) answer(incoming, outgoing, () => isLogging && countEvents(body));
    else forward(target, incoming, body, outgoing, () => isLogging && countEvents(body));
  });

  function countRequest(bytes: number, isRefused: boolean): void {
    newest.request = performance.now();
    counts.requests += 1;
    counts.bodyBytes += bytes;
    if (!isRefused) return;
    counts.refusedRequests += 1;
    counts.refusedBytes += bytes;
  }

  function countEvents(body: Buffer): void {
    if (run === null) return;
    for (const number of eventNumbersIn(unpackText(body), run)) {
      const before = arrivals.get(number) ?? 0;
      if (before === 0) newest.event = performance.now();
      arrivals.set(number, before + 1);
    }
  }

  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    setFault(next) {
      fault = next;
      // A connection that is open already would survive.
      if (next === 'offline') server.closeAllConnections();
    },
    start(next) {
      run = next;
      counts = { ...noCounts };
      arrivals.clear();
      newest = { event: 0, request: performance.now() };
    },
    counts: () => ({ ...counts }),
    arrivals: () => arrivals,
    newestMs: () => ({ ...newest }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What a vendor's intake allows; the preflight is remembered for ten minutes. */
function corsHeaders({ headers }: IncomingMessage): Record<string, string> {
  return {
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': '600',
  };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function answer(incoming: IncomingMessage, outgoing: ServerResponse, onAnswered: () => void): void {
  onAnswered();
  outgoing
    .writeHead(200, { 'content-type': 'application/json', ...corsHeaders(incoming) })
    .end('{}');
}

/** As a proxy does, so that the server takes the collector's origin for its own. */
function forward(
  target: string,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  onAnswered: () => void,
): void {
  const headers = {
    ...incoming.headers,
    'x-forwarded-host': incoming.headers.host,
    'x-forwarded-proto': 'http',
  };
  const forwarded = request(
    `${target}${incoming.url}`,
    { method: incoming.method, headers },
    (reply) => {
      const status = reply.statusCode ?? 502;
      if (status >= 200 && status < 300) onAnswered();
      outgoing.writeHead(status, reply.headers);
      reply.pipe(outgoing);
    },
  );
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forwarded.destroy());
  forwarded.end(body);
}
