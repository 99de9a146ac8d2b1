import type { Sender } from '../../../e2e/support/event-sender.ts';
import { logEndpoints } from '../../../shared/telemetry/log-event.ts';
import { loadAutocannon } from '../tools.ts';

/** Results of a period of load. */
export interface LoadResult {
  connections: number;
  seconds: number;
  /** Stored and committed, as the intake answered. */
  acknowledged: number;
  eventsPerSecond: number;
  /** Latency of a batch, from sending to the answer after its commit. */
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  maxMs: number;
  /** Answers other than 200, by status. */
  refusals: Record<string, number>;
}

export interface RunningLoad {
  result: Promise<LoadResult>;
  stop(): void;
}

/**
 * Arguments for servers under load: the load script is one client, which sends the events of many
 * viewers.
 */
export const fromOneAddress = ['--rate-limit', '0'];

const requestTimeoutSec = 30;

/** Each sender has its own connection with one batch at a time; the next follows the answer. */
export function runLoad(origin: string, senders: readonly Sender[], seconds: number): RunningLoad {
  const waiting = [...senders];
  const refusals: Record<string, number> = {};
  const before = senders.reduce((sum, sender) => sum + sender.acknowledged(), 0);
  const instance = loadAutocannon()({
    url: origin,
    connections: senders.length,
    duration: seconds,
    timeout: requestTimeoutSec,
    setupClient(client) {
      const sender = waiting.pop();
      if (sender === undefined) throw new Error('There are more connections than senders.');
      client.setRequests([
        {
          method: 'POST',
          path: logEndpoints.log_event,
          headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
          setupRequest: (request) => ({ ...request, body: sender.body() }),
          onResponse(status, body) {
            if (!sender.receive(status, body)) refusals[status] = (refusals[status] ?? 0) + 1;
          },
        },
      ]);
    },
  });
  const result = async (): Promise<LoadResult> => {
    const { latency, duration } = await instance;
    const acknowledged = senders.reduce((sum, sender) => sum + sender.acknowledged(), 0) - before;
    return {
      connections: senders.length,
      seconds: duration,
      acknowledged,
      eventsPerSecond: acknowledged / duration,
      p50Ms: latency.p50,
      p99Ms: latency.p99,
      p999Ms: latency.p99_9,
      maxMs: latency.max,
      refusals,
    };
  };
  return { result: result(), stop: () => instance.stop() };
}
