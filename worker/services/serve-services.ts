import { type Endpoint, expose } from 'comlink';
import type { LogMessage, NewsMessage } from '../../shared/rpc/news.ts';
import type { CreateServices, Services } from '../../shared/rpc/rpc.ts';
import { createServices } from './create-services.ts';
import { createLoadMeter, type LoadMeter } from './services-load.ts';

/**
 * Runs the services for the other end of `endpoint`. Comlink answers calls and ignores the other
 * messages.
 */
export function serveServices(
  endpoint: Endpoint,
  create: CreateServices = createServices,
): Services {
  const load = createLoadMeter(() => performance.now());
  const {
    services: atWork,
    readConfigs,
    receiveEntries,
  } = create((news) => endpoint.postMessage({ news } satisfies NewsMessage), load.time);
  const services: Services = {
    ...atWork,
    readLoad: async () => (await import('./read-load.ts')).completeLoad(load.read(), readConfigs),
  };
  const measured = measure(endpoint, load);
  measured.addEventListener('message', (event) => {
    load.countMessage();
    const { entries } = (event as MessageEvent<Partial<LogMessage>>).data;
    if (entries !== undefined) receiveEntries(entries);
  });
  expose(services, measured);
  return services;
}

/** The same endpoint, with the time of its listeners measured. */
function measure(endpoint: Endpoint, { time }: LoadMeter): Endpoint {
  const start = endpoint.start?.bind(endpoint);
  const listeners = new Map<EventListenerOrEventListenerObject, EventListener>();
  return {
    ...(start && { start }),
    postMessage: endpoint.postMessage.bind(endpoint),
    addEventListener(type, listener, options) {
      const timed = (event: Event) =>
        time(() =>
          typeof listener === 'function' ? listener(event) : listener.handleEvent(event),
        );
      listeners.set(listener, timed);
      endpoint.addEventListener(type, timed, options);
    },
    removeEventListener(type, listener, options) {
      endpoint.removeEventListener(type, listeners.get(listener) ?? listener, options);
      listeners.delete(listener);
    },
  };
}
