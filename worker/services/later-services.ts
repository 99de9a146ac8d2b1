import { errorLimits } from '../../shared/limits/error-limits.ts';
import { providerLogLimits } from '../../shared/limits/provider-log-limits.ts';
import type { Consent } from '../../shared/rpc/consent.ts';
import type { News } from '../../shared/rpc/news.ts';
import type { ConfigState, PageNotice, ServicesConfig } from '../../shared/rpc/rpc.ts';
import type { ClientError } from '../../shared/telemetry/client-error.ts';
import { type LogEntry, logTiers } from '../../shared/telemetry/log-event.ts';
import type { CallApi } from '../../shared/wire/api-calls.ts';
import { type ApiClient, createApiClient } from '../api/api-client.ts';
import { readApiSettings } from '../api/api-settings.ts';
import { createResponseMemory } from '../api/response-memory.ts';
import type { Probes } from '../probes/probes.ts';
import { createErrorOutbox, type ErrorOutbox } from '../reports/errors/error-outbox.ts';
import { createErrorReporter } from '../reports/errors/error-reporter.ts';
import { createPostReport } from '../reports/errors/post-report.ts';
import {
  createPlaybackReports,
  type PlaybackReports,
} from '../reports/playback/playback-reports.ts';
import type { ProviderLog } from '../reports/provider-log/provider-log.ts';
import { isInStorageSample } from '../reports/provider-log/storage-sample.ts';
import { startCleanup } from '../storage/cleanup/start-cleanup.ts';
import { hasDataDatabase, openDataDatabase } from '../storage/data/data-database.ts';
import { createDataStore } from '../storage/data/data-store.ts';
import { databaseNames, dataDatabaseName, dataDatabaseOf } from '../storage/data/database-names.ts';
import { createDeviceReports, type DeviceReports } from '../viewer/device/device-reports.ts';
import { isMobile } from '../viewer/location/is-mobile.ts';
import { createFetchVisitorId } from '../viewer/visitor/fetch-visitor-id.ts';
import { createVisitorIds } from '../viewer/visitor/visitor-id.ts';
import { visitorIdRefusal } from '../viewer/visitor/visitor-id-refusal.ts';
import { createVisitorIdReports } from '../viewer/visitor/visitor-id-reports.ts';
import type { Platform } from './platform.ts';
import { createMemo } from './services-memo.ts';

/** All services except the event path. A script of its own, so that events do not wait for it. */
export interface LaterServices {
  api: ApiClient;
  playback: PlaybackReports;
  /** Applies another consent answer; without consent, stored data is deleted. */
  setConsent(consent: Consent): Promise<void>;
  /** Receives notices in the order in which the page sent them. */
  receive(notice: PageNotice): void;
  device: DeviceReports;
  /** Applies the tiers that an earlier page stored. */
  readTiers(): Promise<void>;
  readConfigs(): Promise<ConfigState[]>;
  /** Stops all timers and closes the stores. */
  dispose(): void;
}

/** Sets the tiers of the provider's configuration; other events keep their own. */
export type WithTiers = (entries: LogEntry[]) => LogEntry[];

export interface LaterServicesDeps {
  platform: Platform;
  config: ServicesConfig;
  /** Does nothing where telemetry is off. */
  logToProvider: ProviderLog['log'];
  postNews(news: News): void;
  /** The tiers in force have changed. */
  onTiers(withTiers: WithTiers): void;
  /** The id that identifies this viewer; `null` for none. */
  onVisitorId(visitorId: string | null): void;
  /**
   * Drops events from the queue that are too old.
   * @returns how many were dropped
   */
  dropExpiredEvents(): Promise<number>;
}

export function createLaterServices(deps: LaterServicesDeps): LaterServices {
  const { platform, config, logToProvider, postNews, onVisitorId } = deps;
  const { isTelemetryOn, isPrivate } = config;
  const { isOpaque } = platform;
  const disposal = new AbortController();
  const failures = new Set<string>();
  let consent: Consent = 'pending';
  /** Ends the background work that needs consent; `null` while there is none. */
  let granted: AbortController | null = null;
  let forgetting: Promise<unknown> = Promise.resolve();
  let hasPlayed = false;
  let probes: Probes | null = null;
  const hasConsent = () => consent === 'granted';
  const canIdentify = () => hasConsent() && !isPrivate;
  const canKeep = () => isTelemetryOn && canIdentify();

  const logStorage = isInStorageSample(config.sid) ? logToProvider : () => undefined;

  const openStore = (name: string) =>
    createDataStore({
      open: (onClosed) => openDataDatabase(onClosed, name),
      // When not allowed, values live as long as these services.
      canKeep,
      clock: platform.clock,
      onError(code, message) {
        // Where storage is denied, every use fails in the same way.
        if (failures.has(code)) return;
        failures.add(code);
        logStorage('data_store_failed', { code, message });
      },
    });
  const { settings, problems } = readApiSettings(config.api);
  for (const { field, message } of problems)
    logToProvider('api_settings_malformed', {
      message: `${field}: ${message}`.slice(0, providerLogLimits.messageMaxChars),
    });
  const ownDatabase = dataDatabaseOf(settings);
  const data = openStore(ownDatabase);
  /** Belongs to no account, so that signing out does not delete it. */
  const common = ownDatabase === dataDatabaseName ? data : openStore(dataDatabaseName);
  const world = { ...platform, ...config };

  const memo = createMemo(config.memo, postNews);
  const visitorIdReports = createVisitorIdReports(memo, hasConsent, logToProvider);
  const visitorIds = createVisitorIds({
    ...world,
    data: common,
    fetchId: createFetchVisitorId(world),
    refusal: () => visitorIdRefusal({ ...settings, consent, isTelemetryOn, isPrivate, isOpaque }),
    onChange: onVisitorId,
    onFailure: visitorIdReports.note,
  });
  const device = createDeviceReports({
    ...world,
    data,
    hasKept: hasOwnData,
    canResume: () => canKeep() && !isOpaque,
    canKeepCookie: () => canKeep() && !isOpaque,
  });
  const playback = createPlaybackReports({ ...world, hasConsent: hasConsent, logToProvider });
  const memory = createResponseMemory({
    data,
    now: platform.clock.now,
    logToProvider,
    onConfig: () => void readTiers(),
  });
  const outbox = createErrorOutbox({ ...platform, data: common, post: createPostReport(world) });
  const page = { visibility: 'unknown', navigation: 'none' };
  const report = createErrorReporter({
    ...world,
    userAgent: navigator.userAgent,
    outbox,
    memo,
    readPage: () => page,
  });
  const api = createApiClient({
    ...world,
    settings,
    memory,
    visitorIds,
    canIdentify,
    isMobile: isMobile(navigator),
    findingsFor: (call) => probes?.findingsFor(call) ?? null,
    logToProvider,
    signal: disposal.signal,
  });
  /** Errors from before the consent answer, up to the report limit. */
  const waitingErrors: ClientError[] = [];

  function reportError(error: ClientError): void {
    if (hasConsent()) report(error);
    else if (consent === 'pending' && waitingErrors.length < errorLimits.reportsCount)
      waitingErrors.push(error);
  }

  async function readTiers(): Promise<void> {
    const tiers = new Map(Object.entries((await memory.readConfig()).logTiers ?? {}));
    deps.onTiers((entries) =>
      entries.map((entry) => {
        const tier = tiers.get(entry.name);
        return tier === undefined ? entry : { ...entry, tier: logTiers[tier] };
      }),
    );
  }

  /** Reading creates the database, and a page without one has no configuration. */
  async function hasOwnData(): Promise<boolean> {
    return canKeep() && !isOpaque && ((await databaseNames())?.includes(ownDatabase) ?? true);
  }

  /** Probes once a video plays, if the operator enables it. */
  async function probe(): Promise<void> {
    if (probes !== null || granted === null || !hasPlayed || !isTelemetryOn || isPrivate) return;
    const { signal } = granted;
    const { startProbes } = await import('../probes/probes.ts');
    if (!signal.aborted) probes ??= startProbes({ ...world, logToProvider, postNews });
  }

  /** Background work that needs the viewer's consent. */
  function begin(): void {
    if (granted !== null) return;
    granted = new AbortController();
    visitorIdReports.begin();
    for (const error of waitingErrors.splice(0)) report(error);
    if (settings.visitorId !== null && canIdentify()) {
      onVisitorId(settings.visitorId);
      visitorIdReports.note(null);
    } else visitorIds.start();
    // If the script fails to load, nothing is probed.
    probe().catch(() => undefined);
    // Without an origin nothing outlives the page, and Chromium reports the database query as an
    // error that cannot be caught.
    if (!canKeep() || isOpaque) return;
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
      onRemoved: (removed) => logStorage('storage_cleaned', removed),
      signal: granted.signal,
    });
  }

  function end(): void {
    granted?.abort();
    granted = null;
    visitorIds.stop();
    probes?.dispose();
    probes = null;
  }

  async function forget(): Promise<void> {
    const names = (await databaseNames()) ?? [dataDatabaseName];
    for (const [name, store] of [
      [ownDatabase, data],
      [dataDatabaseName, common],
    ] as const)
      if (names.includes(name)) await store.clear();
  }

  async function applyConsent(next: Consent): Promise<void> {
    const hasKept = canKeep() && !isOpaque;
    consent = next;
    if (next === 'granted') {
      await forgetting;
      // The viewer may have changed their mind again.
      if (hasConsent()) begin();
      return;
    }
    end();
    if (next === 'refused') waitingErrors.length = 0;
    // With consent gone there is no id, and this reports why.
    visitorIds.start();
    if (hasKept) forgetting = forget();
  }

  void applyConsent(config.consent);
  return {
    api,
    playback,
    device,
    setConsent: async (next) => {
      if (next !== consent) await applyConsent(next);
    },
    async readTiers() {
      if (await hasOwnData()) await readTiers();
    },
    readConfigs: memory.configStates,
    receive(notice) {
      if (notice.type === 'error') reportError(notice.error);
      else if (notice.type === 'visibility' || notice.type === 'navigation')
        page[notice.type] = notice.state;
      else if (notice.type === 'bot_detection') probes?.receiveBotEvent(notice.event);
      else if (notice.type === 'ad_status') probes?.receiveAdScript(notice.hasLoaded);
      else if (notice.type === 'played') {
        hasPlayed = true;
        probe().catch(() => undefined);
      }
    },
    dispose() {
      disposal.abort();
      end();
      outbox.stop();
      playback.stop();
      void device.stop().then(() => {
        data.close();
        common.close();
      });
    },
  };
}

async function sendKeptErrors(outbox: ErrorOutbox): Promise<void> {
  try {
    // Most pages store nothing, and reading would create a database.
    if (await hasDataDatabase()) await outbox.sendKept();
  } catch {
    // No locks or no storage: then nothing was stored either.
  }
}
