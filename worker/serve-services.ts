import { type Endpoint, expose } from 'comlink';
import type { CreateServices, LogMessage, NewsMessage, Services } from '../shared/rpc.ts';
import { createServices } from './create-services.ts';

/** Runs services for whoever holds the other end of `endpoint`: Comlink answers calls, and leaves the other messages alone. */
export function serveServices(endpoint: Endpoint, create: CreateServices = createServices): Services {
  const { services, take } = create((news) => endpoint.postMessage({ news } satisfies NewsMessage));
  endpoint.addEventListener('message', (event) => {
    const { entries } = (event as MessageEvent<Partial<LogMessage>>).data;
    if (entries !== undefined) take(entries);
  });
  expose(services, endpoint);
  return services;
}
