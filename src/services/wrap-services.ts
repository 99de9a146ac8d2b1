import { type Endpoint, wrap } from 'comlink';
import type { Services } from '../../shared/rpc.ts';

/**
 * Comlink makes a proxy whenever a method is read, and script runs when that is collected (`FinalizationRegistry`). In a page
 * that lies in the back/forward cache no script may run: Chromium throws it out of the cache. So each method is read once.
 */
export function wrapServices(endpoint: Endpoint): Services {
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
  } = wrap<Services>(endpoint);
  return {
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
}
