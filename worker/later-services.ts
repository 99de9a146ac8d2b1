import type { ClientError } from '../shared/client-error.ts';
import type { ServicesConfig } from '../shared/rpc.ts';
import { type ApiClient, createApiClient } from './api/api-client.ts';
import { createResponseMemory } from './api/response-memory.ts';
import { hasDataDatabase, openDataDatabase } from './data/data-database.ts';
import { createDataStore } from './data/data-store.ts';
import { createDeviceReports, type DeviceReports } from './device/device-reports.ts';
import { createErrorOutbox, type ErrorOutbox } from './errors/error-outbox.ts';
import { createErrorReporter } from './errors/error-reporter.ts';
import { createPostReport } from './errors/post-report.ts';
import { isMobile } from './location/is-mobile.ts';
import type { Platform } from './platform.ts';
import { createPlaybackReports, type PlaybackReports } from './playback/playback-reports.ts';
import type { ProviderLog } from './provider-log/provider-log.ts';

/** All services but the way of the events: a script of its own, for which events do not wait. */
export interface LaterServices {
  api: ApiClient;
  /** Tells the provider of an error, within the rules of `docs/telemetry.md`. */
  reportError(error: ClientError): void;
  playback: PlaybackReports;
  device: DeviceReports;
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
  const world = { ...platform, ...config };
  // Without an origin nothing outlives the page, and Chromium reports the question as an error that nobody can catch.
  const mayKeep = config.isTelemetryOn && !platform.isOpaque;
  const hasKept = async () => mayKeep && (await hasDataDatabase());
  const device = createDeviceReports({ ...world, data, hasKept, mayWriteCookie: mayKeep });
  const playback = createPlaybackReports({ ...world, tellProvider });
  const memory = createResponseMemory({ data, now: platform.clock.now, tellProvider });
  const outbox = createErrorOutbox({ ...platform, data, post: createPostReport(world) });
  const reportError = createErrorReporter({ ...world, userAgent: navigator.userAgent, outbox });
  if (mayKeep) void sendKeptErrors(outbox);
  return {
    api: createApiClient({
      ...world,
      memory,
      isMobile: isMobile(navigator),
      tellProvider,
      signal: disposal.signal,
    }),
    reportError,
    playback,
    device,
    dispose() {
      disposal.abort();
      outbox.stop();
      playback.stop();
      void device.stop().then(data.close);
    },
  };
}

async function sendKeptErrors(outbox: ErrorOutbox): Promise<void> {
  try {
    // Most pages leave nothing, and then none makes a database to find that out.
    if (await hasDataDatabase()) await outbox.sendKept();
  } catch {
    // No locks, no storage: nothing was kept either.
  }
}
