import type { News, PageNotice, ServicesConfig } from '../shared/rpc.ts';
import { type ApiClient, createApiClient } from './api/api-client.ts';
import { createResponseMemory } from './api/response-memory.ts';
import { hasDataDatabase, openDataDatabase } from './data/data-database.ts';
import { createDataStore } from './data/data-store.ts';
import { createErrorOutbox, type ErrorOutbox } from './errors/error-outbox.ts';
import { createErrorReporter } from './errors/error-reporter.ts';
import { createPostReport } from './errors/post-report.ts';
import type { Platform } from './platform.ts';
import { createPlaybackReports, type PlaybackReports } from './playback/playback-reports.ts';
import type { Probes } from './probes/probes.ts';
import type { ProviderLog } from './provider-log/provider-log.ts';

/** All services but the way of the events: a script of its own, for which events do not wait. */
export interface LaterServices {
  api: ApiClient;
  playback: PlaybackReports;
  /** In the order in which the page gave them. */
  take(notice: PageNotice): void;
  /** Stops all timers and closes the store. */
  dispose(): void;
}

export interface LaterServicesDeps {
  platform: Platform;
  config: ServicesConfig;
  /** Does nothing where telemetry is off. */
  tellProvider: ProviderLog['log'];
  tellPage(news: News): void;
}

export function createLaterServices(deps: LaterServicesDeps): LaterServices {
  const { platform, config, tellProvider, tellPage } = deps;
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
  const playback = createPlaybackReports({ ...world, tellProvider });
  const memory = createResponseMemory({ data, now: platform.clock.now, tellProvider });
  const outbox = createErrorOutbox({ ...platform, data, post: createPostReport(world) });
  const page = { visibility: 'unknown', navigation: 'none' };
  const reportError = createErrorReporter({
    ...world,
    userAgent: navigator.userAgent,
    outbox,
    readPage: () => page,
  });
  let isProbing = false;
  let probes: Probes | null = null;

  /** Everything that is probed begins here, once: when a video plays, and only where the operator wants it. */
  async function probe(): Promise<void> {
    if (isProbing || !config.isTelemetryOn) return;
    isProbing = true;
    const { startProbes } = await import('./probes/probes.ts');
    if (!disposal.signal.aborted) probes = startProbes({ ...world, tellProvider, tellPage });
  }

  // Without an origin nothing outlives the page, and Chromium reports the question as an error that nobody can catch.
  if (config.isTelemetryOn && !platform.isOpaque) void sendKeptErrors(outbox);
  return {
    api: createApiClient({
      ...world,
      memory,
      findingsFor: (call) => probes?.findingsFor(call) ?? null,
      tellProvider,
      signal: disposal.signal,
    }),
    playback,
    take(notice) {
      if (notice.type === 'error') reportError(notice.error);
      else if (notice.type === 'visibility' || notice.type === 'navigation') page[notice.type] = notice.state;
      else if (notice.type === 'bot_detection') probes?.takeBotEvent(notice.event);
      // The script may not come: nothing is probed then.
      else if (notice.type === 'played') probe().catch(() => undefined);
    },
    dispose() {
      disposal.abort();
      probes?.dispose();
      outbox.stop();
      playback.stop();
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
