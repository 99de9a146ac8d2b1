import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventNumbersIn } from './event-ids.ts';
import { unpackText } from './unpack-text.ts';

/** `offline`: connections break before anything is read. `500`: bodies are read and refused. */
type Fault = 'none' | 'offline' | '500';

/** Receives the loggers' requests, and counts them as they came over the wire. */
export interface Collector {
  origin: string;
  setFault(fault: Fault): void;
  /**
   * Starts counting.
   * @param run whose events are counted
   */
  start(run: string): void;
  counts(): Counts;
  /** Copies of each event in requests answered with 2xx, by event number. */
  arrivals(): ReadonlyMap<number, number>;
  /** `performance.now()` of the newest first copy of an event, and of the newest request. */
  newestMs(): { event: number; request: number };
  close(): Promise<void>;
}

interface Counts {
  /** Requests with a body. */
  requests: number;
  bodyBytes: number;
  preflights: number;
  /** The requests that were answered with 500. */
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

/**
 * @param target origin of the server to which all requests are forwarded, with the intake's counted
 * first; without it, every request is answered with 200 and an empty object
 */
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
    // The page ended while sending.
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
      // Open connections would otherwise survive.
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

/** Headers of a vendor's intake; browsers cache the preflight for ten minutes. */
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

/** Forwards like a proxy, so that the server accepts the collector's origin as its own. */
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
