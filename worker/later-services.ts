import type { ClientError } from '../shared/client-error.ts';
import type { Consent } from '../shared/consent.ts';
import { errorLimits } from '../shared/error-limits.ts';
import type { ServicesConfig } from '../shared/rpc.ts';
import { type ApiClient, createApiClient } from './api/api-client.ts';
import { defaultApiSettings, readApiSettings } from './api/api-settings.ts';
import { createResponseMemory } from './api/response-memory.ts';
import { hasDataDatabase, openDataDatabase } from './data/data-database.ts';
import { createDataStore } from './data/data-store.ts';
import { createErrorOutbox, type ErrorOutbox } from './errors/error-outbox.ts';
import { createErrorReporter } from './errors/error-reporter.ts';
import { createPostReport } from './errors/post-report.ts';
import type { Platform } from './platform.ts';
import { createPlaybackReports, type PlaybackReports } from './playback/playback-reports.ts';
import type { ProviderLog } from './provider-log/provider-log.ts';
import { createFetchVisitorId } from './visitor/fetch-visitor-id.ts';
import { createVisitorIds } from './visitor/visitor-id.ts';
import { visitorIdRefusal } from './visitor/visitor-id-refusal.ts';

/** All services but the way of the events: a script of its own, for which events do not wait. */
export interface LaterServices {
  api: ApiClient;
  /** Tells the provider of an error, within the rules of `docs/telemetry.md`. */
  reportError(error: ClientError): void;
  playback: PlaybackReports;
  /** The viewer has changed their mind; whoever does not agree is forgotten. */
  setConsent(consent: Consent): Promise<void>;
  /** Stops all timers and closes the store. */
  dispose(): void;
}

export interface LaterServicesDeps {
  platform: Platform;
  config: ServicesConfig;
  /** Does nothing where telemetry is off. */
  tellProvider: ProviderLog['log'];
  /** The id that tells this viewer apart; `null` for none. */
  onVisitorId(visitorId: string | null): void;
}

export function createLaterServices(deps: LaterServicesDeps): LaterServices {
  const { platform, config, tellProvider, onVisitorId } = deps;
  const { isTelemetryOn, isPrivate } = config;
  const { isOpaque } = platform;
  const disposal = new AbortController();
  const failures = new Set<string>();
  let consent: Consent = 'pending';
  const mayIdentify = () => consent === 'granted' && !isPrivate;
  const mayKeep = () => isTelemetryOn && mayIdentify();

  const data = createDataStore({
    open: openDataDatabase,
    // Otherwise what would be kept lives as long as these services.
    mayKeep,
    clock: platform.clock,
    onError(code, message) {
      // Where storage is denied each use of it fails, in the same way.
      if (failures.has(code)) return;
      failures.add(code);
      tellProvider('data_store_failed', { code, message });
    },
  });
  const world = { ...platform, ...config };
  const read = readApiSettings(config.api);
  if (!read.ok) tellProvider('api_settings_malformed', { message: read.error.message.slice(0, 250) });
  const settings = read.ok ? read.value : defaultApiSettings;

  const visitorIds = createVisitorIds({
    ...world,
    data,
    fetchId: createFetchVisitorId(world),
    refusal: () => visitorIdRefusal({ ...settings, consent, isTelemetryOn, isPrivate, isOpaque }),
    onChange: onVisitorId,
    onFailure: (code, message) => tellProvider('visitor_id_failed', { code, message }),
  });
  const playback = createPlaybackReports({ ...world, hasConsent: () => consent === 'granted', tellProvider });
  const memory = createResponseMemory({ data, now: platform.clock.now, tellProvider });
  const outbox = createErrorOutbox({ ...platform, data, post: createPostReport(world) });
  const report = createErrorReporter({ ...world, userAgent: navigator.userAgent, outbox });
  /** Of before the viewer has said anything; as many as may be reported. */
  const waitingErrors: ClientError[] = [];

  function reportError(error: ClientError): void {
    if (consent === 'granted') report(error);
    else if (consent === 'pending' && waitingErrors.length < errorLimits.reportsCount)
      waitingErrors.push(error);
  }

  /** What nobody asks for, and a viewer must have agreed to. */
  function begin(): void {
    for (const error of waitingErrors.splice(0)) report(error);
    if (settings.visitorId !== null && mayIdentify()) onVisitorId(settings.visitorId);
    else visitorIds.start();
    // Without an origin nothing outlives the page, and Chromium reports the question as an error that nobody can catch.
    if (mayKeep() && !isOpaque) void sendKeptErrors(outbox);
  }

  /** Only what still may be touched can be deleted. */
  async function forget(): Promise<void> {
    waitingErrors.length = 0;
    visitorIds.stop();
    onVisitorId(null);
    if (mayKeep() && !isOpaque && (await hasDataDatabase())) await data.clear();
  }

  async function setConsent(next: Consent): Promise<void> {
    if (next === consent) return;
    if (next !== 'granted') await forget();
    consent = next;
    if (next === 'granted') begin();
  }

  void setConsent(config.consent);
  return {
    api: createApiClient({
      ...world,
      settings,
      memory,
      visitorIds,
      mayIdentify,
      tellProvider,
      signal: disposal.signal,
    }),
    reportError,
    playback,
    setConsent,
    dispose() {
      disposal.abort();
      visitorIds.stop();
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
