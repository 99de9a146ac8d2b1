import { createRequire } from 'node:module';

// The packages of `bench/soak/tools`, which only `npm run soak` installs, with types of the parts
// that are used.

const require = createRequire(new URL('tools/package.json', import.meta.url));

/** `pidusage`: percent of one core since the last call for this process, and resident bytes. */
export type ReadProcess = (pid: number) => Promise<{ cpu: number; memory: number }>;

export function loadPidusage(): ReadProcess {
  return require('pidusage');
}

/** `autocannon`: HTTP load over keep-alive connections, each with one request at a time. */
export type Autocannon = (
  options: AutocannonOptions,
) => PromiseLike<AutocannonResult> & { stop(): void };

export interface AutocannonOptions {
  url: string;
  connections: number;
  /** Seconds. */
  duration: number;
  /** Maximum seconds for a request. */
  timeout: number;
  setupClient(client: AutocannonClient): void;
}

export interface AutocannonClient {
  setRequests(requests: AutocannonRequest[]): void;
}

interface AutocannonRequest {
  method: 'POST';
  path: string;
  headers: Record<string, string>;
  setupRequest(request: AutocannonRequest): AutocannonRequest & { body: Buffer };
  onResponse(status: number, body: string): void;
}

export interface AutocannonResult {
  /** Milliseconds. */
  latency: { p50: number; p99: number; p99_9: number; max: number };
  requests: { total: number };
  /** Seconds. */
  duration: number;
  errors: number;
  timeouts: number;
}

export function loadAutocannon(): Autocannon {
  return require('autocannon');
}
