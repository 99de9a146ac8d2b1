import { type Endpoint, type ProxyMethods, releaseProxy, wrap } from 'comlink';
import type { Services } from '../../shared/rpc.ts';

/** What the methods were read from, for as long as they are there. */
const remotes = new WeakMap<Services, ProxyMethods>();

/**
 * Comlink makes a proxy whenever a method is read, and script runs when that is collected (`FinalizationRegistry`). In a page
 * that lies in the back/forward cache no script may run: Chromium throws it out of the cache. So each method is read once, and
 * no proxy is let go, the one that they were read from included.
 */
export function wrapServices(endpoint: Endpoint): Services {
  const remote = wrap<Services>(endpoint);
  const {
    start,
    setConsent,
    flush,
    accounting,
    getVideo,
    getPlaylist,
    callApi,
    report,
    reportDevice,
    notice,
    readLoad,
    ping,
    dispose,
  } = remote;
  const services = {
    start,
    setConsent,
    flush,
    accounting,
    getVideo,
    getPlaylist,
    callApi,
    report,
    reportDevice,
    notice,
    readLoad,
    ping,
    dispose,
  };
  remotes.set(services, remote);
  return services;
}

/**
 * For when nobody answers any more. As long as a proxy is registered its endpoint is held, and an endpoint whose listeners know the
 * proxies would hold them: each life of the services would stay in memory with its page.
 */
export function releaseServices(services: Services): void {
  remotes.get(services)?.[releaseProxy]();
  for (const method of Object.values(services)) (method as unknown as ProxyMethods)[releaseProxy]();
}
