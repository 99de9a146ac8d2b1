import type { ServicesConfig } from '../shared/rpc.ts';
import { type ApiClient, createApiClient } from './api/api-client.ts';
import { createResponseMemory } from './api/response-memory.ts';
import { openDataDatabase } from './data/data-database.ts';
import { createDataStore } from './data/data-store.ts';
import type { Platform } from './platform.ts';
import type { ProviderLog } from './provider-log/provider-log.ts';

/** All services but the way of the events: a script of its own, for which events do not wait. */
export interface LaterServices {
  api: ApiClient;
  /** Stops all timers and closes the store. */
  dispose(): void;
}

export interface LaterServicesDeps {
  platform: Platform;
  config: ServicesConfig;
  /** Does nothing where telemetry is off. */
  tellProvider: ProviderLog['log'];
}

export function createLaterServices({ platform, config, tellProvider }: LaterServicesDeps): LaterServices {
  const disposal = new AbortController();
  const failures = new Set<string>();
  const data = createDataStore({
    // Without telemetry no database is opened: what would be kept lives as long as these services.
    open: config.isTelemetryOn ? openDataDatabase : () => Promise.reject(new Error('telemetry is off')),
    clock: platform.clock,
    onError(code, message) {
      // Where storage is denied each use of it fails, in the same way.
      if (failures.has(code)) return;
      failures.add(code);
      tellProvider('data_store_failed', { code, message });
    },
  });
  const memory = createResponseMemory({ data, now: platform.clock.now, tellProvider });
  return {
    api: createApiClient({ ...platform, ...config, memory, tellProvider, signal: disposal.signal }),
    dispose() {
      disposal.abort();
      data.close();
    },
  };
}
