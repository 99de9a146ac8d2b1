import { logDatabaseName } from '../events/queue/log-database-name.ts';
import type { Recorder } from './recorder.ts';
import { createCallTracer } from './trace-calls.ts';

/**
 * Records where the services use the platform: calls, requests, transactions, timers. The services
 * do not know about it, so their script carries no tracing code.
 */
export function traceThread(scope: DedicatedWorkerGlobalScope, recorder: Recorder): void {
  traceFetch(scope, recorder);
  traceTransactions(recorder);
  traceTimers(scope, recorder);
  traceMessages(scope, recorder);
}

function traceFetch(scope: DedicatedWorkerGlobalScope, { now, record }: Recorder): void {
  const { fetch } = scope;
  scope.fetch = async (input, init) => {
    const startMs = now();
    const { pathname } = new URL(input instanceof Request ? input.url : input, scope.location.href);
    const end = (answer: string) =>
      record('worker: net', `${init?.method ?? 'GET'} ${pathname}`, startMs, [
        ['answer', answer],
        ['body', bodySize(init?.body)],
      ]);
    try {
      const response = await fetch(input, init);
      end(String(response.status));
      return response;
    } catch (error) {
      end(String(error));
      throw error;
    }
  };
}

function bodySize(body: BodyInit | null | undefined): string {
  if (typeof body === 'string') return `${body.length} characters`;
  if (body instanceof Uint8Array) return `${body.byteLength} bytes`;
  return body instanceof Blob ? `${body.size} bytes` : 'none';
}

function traceTransactions({ now, record }: Recorder): void {
  // Missing in some frames.
  const prototype = globalThis.IDBDatabase?.prototype;
  if (prototype === undefined) return;
  const { transaction } = prototype;
  prototype.transaction = function (this: IDBDatabase, ...asked: Parameters<typeof transaction>) {
    const startMs = now();
    const opened = transaction.apply(this, asked);
    const track = this.name === logDatabaseName ? 'worker: queue' : 'worker: data';
    const stores = [asked[0]].flat().join(', ');
    for (const outcome of ['complete', 'abort'])
      opened.addEventListener(outcome, () =>
        record(track, `${opened.mode} ${stores}`, startMs, [['outcome', outcome]]),
      );
    return opened;
  };
}

function traceTimers(scope: DedicatedWorkerGlobalScope, { now, record }: Recorder): void {
  const { setTimeout } = scope;
  scope.setTimeout = ((callback: () => void, ms = 0) =>
    setTimeout(() => {
      const startMs = now();
      callback();
      record('worker: timers', `timer of ${Math.round(ms)} ms`, startMs);
    }, ms)) as typeof setTimeout;
}

function traceMessages(scope: DedicatedWorkerGlobalScope, recorder: Recorder): void {
  const calls = createCallTracer(recorder);
  const { postMessage } = scope;
  // Runs before all other listeners; a listener added now runs after them.
  scope.addEventListener(
    'message',
    ({ data }) => {
      const startMs = recorder.now();
      calls.begin(data);
      scope.addEventListener('message', () => calls.end(data, startMs), { once: true });
    },
    { capture: true },
  );
  scope.postMessage = ((message: object, options?: StructuredSerializeOptions) => {
    calls.answer(message);
    postMessage.call(scope, message, options);
  }) as typeof postMessage;
}
