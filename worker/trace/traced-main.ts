import { traceLimits } from '../../shared/limits/trace-limits.ts';
import type { SpansMessage } from '../../shared/telemetry/trace-span.ts';
import { createRecorder } from './recorder.ts';
import { traceThread } from './trace-thread.ts';

// The worker of pages with `trace=1`: the unchanged services in a traced thread. The URL of their
// script follows the `#`.
const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
const { setTimeout } = scope;
const post = scope.postMessage.bind(scope);
const recorder = createRecorder({
  performance,
  // The native timer, so that this one is not traced.
  later: (callback) => void setTimeout(callback, traceLimits.postMs),
  post: (message: SpansMessage) => post(message),
});

// Messages that arrive before the services can receive them are kept.
const early: MessageEvent[] = [];
const keep = (event: MessageEvent) => {
  event.stopImmediatePropagation();
  early.push(event);
};
scope.addEventListener('message', keep, { capture: true });
traceThread(scope, recorder);
const startMs = performance.now();
import(/* @vite-ignore */ decodeURIComponent(scope.location.hash.slice(1))).then(
  () => {
    recorder.record('worker: services', 'load', startMs);
    scope.removeEventListener('message', keep, { capture: true });
    for (const { data, ports } of early)
      dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
  },
  // Rethrow in a task: a rejection alone would not end the worker.
  (error) =>
    setTimeout(() => {
      throw error;
    }),
);
