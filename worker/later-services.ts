import type { ClientError } from '../shared/client-error.ts';
import type { ServicesConfig } from '../shared/rpc.ts';
import { type ApiClient, createApiClient } from './api/api-client.ts';
import { hasDataDatabase, openDataDatabase } from './data/data-database.ts';
import { createDataStore } from './data/data-store.ts';
import { createErrorOutbox, type ErrorOutbox } from './errors/error-outbox.ts';
import { createErrorReporter } from './errors/error-reporter.ts';
import { createPostReport } from './errors/post-report.ts';
import type { Platform } from './platform.ts';
import type { ProviderLog } from './provider-log/provider-log.ts';

/** All services but the way of the events: a script of its own, for which events do not wait. */
export interface LaterServices {
  api: ApiClient;
  /** Tells the provider of an error, within the rules of `docs/telemetry.md`. */
  reportError(error: ClientError): void;
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
  const world = { ...platform, ...config };
  const outbox = createErrorOutbox({ ...platform, data, post: createPostReport(world) });
  const reportError = createErrorReporter({ ...world, userAgent: navigator.userAgent, outbox });
  // Without an origin nothing outlives the page, and Chromium reports the question as an error that nobody can catch.
  if (config.isTelemetryOn && !platform.isOpaque) void sendKeptErrors(outbox);
  return {
    api: createApiClient(world),
    reportError,
    dispose() {
      outbox.stop();
      data.close();
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
