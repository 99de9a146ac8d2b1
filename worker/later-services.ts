import type { CallApi } from '../shared/api-calls.ts';
import type { ClientError } from '../shared/client-error.ts';
import type { ServicesConfig } from '../shared/rpc.ts';
import { type ApiClient, createApiClient } from './api/api-client.ts';
import { defaultApiSettings, readApiSettings } from './api/api-settings.ts';
import { createResponseMemory } from './api/response-memory.ts';
import type { Removed } from './cleanup/clean-storage.ts';
import { startCleanup } from './cleanup/start-cleanup.ts';
import { hasDataDatabase, openDataDatabase } from './data/data-database.ts';
import { createDataStore } from './data/data-store.ts';
import { dataDatabaseName, dataDatabaseOf } from './data/database-names.ts';
import { createErrorOutbox, type ErrorOutbox } from './errors/error-outbox.ts';
import { createErrorReporter } from './errors/error-reporter.ts';
import { createPostReport } from './errors/post-report.ts';
import type { Platform } from './platform.ts';
import { createPlaybackReports, type PlaybackReports } from './playback/playback-reports.ts';
import type { ProviderLog } from './provider-log/provider-log.ts';

/** All services but the way of the events: a script of its own, for which events do not wait. */
export interface LaterServices {
  api: ApiClient;
  /** Tells the provider of an error, within the rules of `docs/telemetry.md`. */
  reportError(error: ClientError): void;
  playback: PlaybackReports;
  /** Stops all timers and closes the store. */
  dispose(): void;
}

export interface LaterServicesDeps {
  platform: Platform;
  config: ServicesConfig;
  /** Does nothing where telemetry is off. */
  tellProvider: ProviderLog['log'];
  /** Gives up events of the queue that are too old. @returns how many */
  dropExpiredEvents(): Promise<number>;
  /** Tells the provider what a clean-up has removed, if this document tells of its storage. */
  tellRemoved(removed: Removed): void;
}

export function createLaterServices(deps: LaterServicesDeps): LaterServices {
  const { platform, config, tellProvider } = deps;
  const disposal = new AbortController();
  const { signal } = disposal;
  const failures = new Set<string>();
  const openStore = (name: string) =>
    createDataStore({
      // Without telemetry no database is opened: what would be kept lives as long as these services.
      open: (onClosed) =>
        config.isTelemetryOn
          ? openDataDatabase(onClosed, name)
          : Promise.reject(new Error('telemetry is off')),
      clock: platform.clock,
      onError(code, message) {
        // Where storage is denied each use of it fails, in the same way.
        if (failures.has(code)) return;
        failures.add(code);
        tellProvider('data_store_failed', { code, message });
      },
    });
  const settings = readApiSettings(config.api);
  const ownDatabase = dataDatabaseOf(settings.ok ? settings.value : defaultApiSettings);
  const data = openStore(ownDatabase);
  // Of no account, so that no sign-out takes them along.
  const errors = ownDatabase === dataDatabaseName ? data : openStore(dataDatabaseName);
  const world = { ...platform, ...config };
  const playback = createPlaybackReports({ ...world, tellProvider });
  const memory = createResponseMemory({ data, now: platform.clock.now, tellProvider });
  const outbox = createErrorOutbox({ ...platform, data: errors, post: createPostReport(world) });
  const reportError = createErrorReporter({ ...world, userAgent: navigator.userAgent, outbox });
  const api = createApiClient({ ...world, memory, tellProvider, signal });
  // Without an origin nothing outlives the page, and Chromium reports the question as an error that nobody can catch.
  if (config.isTelemetryOn && !platform.isOpaque) {
    void sendKeptErrors(outbox);
    startCleanup({
      ...platform,
      ownDatabase,
      openStore,
      async askSignedIn() {
        const answer = await (api.callApi as CallApi)('getDatasyncIds', {});
        return answer.ok ? answer.value.datasyncIds : null;
      },
      dropExpiredEvents: deps.dropExpiredEvents,
      onRemoved: deps.tellRemoved,
      signal,
    });
  }
  return {
    api,
    reportError,
    playback,
    dispose() {
      disposal.abort();
      outbox.stop();
      playback.stop();
      data.close();
      errors.close();
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
