import { type Endpoint, type ProxyMethods, releaseProxy, wrap } from 'comlink';
import type { Services } from '../../shared/rpc.ts';

export interface WrappedServices {
  services: Services;
  /**
   * For when the services have ended. A registered proxy keeps its endpoint alive, and an endpoint
   * whose listeners know the proxies keeps them: every life of the services would stay in memory
   * with its page.
   */
  release(): void;
}

/**
 * Comlink makes a proxy whenever a method is read, and collecting that runs a script
 * (`FinalizationRegistry`). Chromium throws a page out of the back/forward cache if it runs a
 * script. So each method is read once, and the returned object keeps all proxies until
 * `release`.
 */
export function wrapServices(endpoint: Endpoint): WrappedServices {
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
  return {
    services,
    release() {
      for (const proxy of [remote, ...Object.values(services)])
        (proxy as unknown as ProxyMethods)[releaseProxy]();
    },
  };
}
