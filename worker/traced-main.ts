import type { SpansMessage } from '../shared/trace-span.ts';
import { createRecorder } from './trace/recorder.ts';
import { traceThread } from './trace/trace-thread.ts';

// The worker of pages with `trace=1`: the services as they are, in a thread that is watched. Their script's address stands behind the #.
const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
const { setTimeout } = scope;
const tell = scope.postMessage.bind(scope);
const recorder = createRecorder({
  performance,
  // Not the timers that are traced.
  later: (callback) => void setTimeout(callback, 100),
  tellPage: (message: SpansMessage) => tell(message),
});

// What comes before the services can hear it waits for them.
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
  // A rejection alone would be no death.
  (error) =>
    setTimeout(() => {
      throw error;
    }),
);
