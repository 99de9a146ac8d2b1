import { Agent, request } from 'node:http';
import { quantile } from '../../shared/tools/quantile.ts';

/**
 * Polling interval, whether or not earlier requests were answered: waiting would hide the longest
 * delays.
 */
const everyMs = 10;

/** Latencies of `GET /generate_204` for a harmless client. */
export interface LatencyWatch {
  /** Waits for the pending answers. */
  end(): Promise<Latency>;
}

export interface Latency {
  /** Median and 99th percentile, milliseconds; infinite without an answer. */
  p50Ms: number;
  p99Ms: number;
  /**
   * Median of each second's 99th percentile, so that one pause of a busy machine does not decide
   * it.
   */
  usualP99Ms: number;
  maxMs: number;
  /** Number of answered requests. */
  count: number;
  failed: number;
}

export function watchLatency(port: number): LatencyWatch {
  const agent = new Agent({ keepAlive: true });
  const latenciesMs: number[] = [];
  const bySecond = new Map<number, number[]>();
  const asking = new Set<Promise<void>>();
  let failed = 0;
  const timer = setInterval(() => {
    const second = Math.floor(performance.now() / 1_000);
    const asked = ask(port, agent).then(
      (ms) => {
        latenciesMs.push(ms);
        bySecond.set(second, [...(bySecond.get(second) ?? []), ms]);
      },
      () => {
        failed += 1;
      },
    );
    asking.add(asked);
    void asked.finally(() => asking.delete(asked));
  }, everyMs);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(asking);
      agent.destroy();
      return {
        p50Ms: quantileOf(latenciesMs, 0.5),
        p99Ms: quantileOf(latenciesMs, 0.99),
        usualP99Ms: quantileOf(
          [...bySecond.values()].map((ofSecond) => quantileOf(ofSecond, 0.99)),
          0.5,
        ),
        maxMs: Math.max(0, ...latenciesMs),
        count: latenciesMs.length,
        failed,
      };
    },
  };
}

function quantileOf(latenciesMs: readonly number[], q: number): number {
  return quantile(latenciesMs, q) ?? Number.POSITIVE_INFINITY;
}

function ask(port: number, agent: Agent): Promise<number> {
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port, host: '127.0.0.1', agent, path: '/generate_204' },
      (incoming) => {
        incoming.resume();
        incoming.once('end', () => {
          if (incoming.statusCode === 204) resolve(performance.now() - startMs);
          else reject(new Error(`The server answered ${incoming.statusCode}.`));
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.end();
  });
}
