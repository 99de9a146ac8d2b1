import { type Endpoint, type ProxyMethods, releaseProxy, wrap } from 'comlink';
import type { Services } from '../../shared/rpc/rpc.ts';

export interface WrappedServices {
  services: Services;
  /**
   * Call when the services have ended. A registered proxy keeps its endpoint alive, and the
   * endpoint's listeners keep the proxies alive. Without release, each run of the services would
   * stay in the page's memory.
   */
  release(): void;
}

/**
 * Reads each method once; the returned object keeps all proxies until `release`. Comlink makes a
 * proxy for each read, and garbage-collecting one runs script (`FinalizationRegistry`). Chromium
 * evicts a page from the back/forward cache if script runs there.
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
