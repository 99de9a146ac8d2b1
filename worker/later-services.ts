import type { ServicesConfig } from '../shared/rpc.ts';
import { type ApiClient, createApiClient } from './api/api-client.ts';
import { openDataDatabase } from './data/data-database.ts';
import { createDataStore } from './data/data-store.ts';
import type { Platform } from './platform.ts';
import { createPlaybackReports, type PlaybackReports } from './playback/playback-reports.ts';
import type { ProviderLog } from './provider-log/provider-log.ts';

/** All services but the way of the events: a script of its own, for which events do not wait. */
export interface LaterServices {
  api: ApiClient;
  playback: PlaybackReports;
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
  const data = createDataStore({
    open: openDataDatabase,
    clock: platform.clock,
    onError: (code, message) => tellProvider('data_store_failed', { code, message }),
  });
  const playback = createPlaybackReports({ ...platform, ...config, tellProvider });
  return {
    api: createApiClient({ ...platform, ...config }),
    playback,
    dispose() {
      playback.stop();
      data.close();
    },
  };
}
