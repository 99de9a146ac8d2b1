import { providerLogLimits } from '../../shared/limits/provider-log-limits.ts';
import type { Consent } from '../../shared/rpc/consent.ts';
import type { News } from '../../shared/rpc/news.ts';
import type { ConfigState, PageNotice, ServicesConfig } from '../../shared/rpc/rpc.ts';
import { type LogEntry, logTiers } from '../../shared/telemetry/log-event.ts';
import type { CallApi } from '../../shared/wire/api-calls.ts';
import { type ApiClient, createApiClient } from '../api/api-client.ts';
import { type ApiSettings, readApiSettings } from '../api/api-settings.ts';
import { createResponseMemory } from '../api/response-memory.ts';
import { createPageErrors } from '../reports/errors/page-errors.ts';
import {
  createPlaybackReports,
  type PlaybackReports,
} from '../reports/playback/playback-reports.ts';
import type { ProviderLog } from '../reports/provider-log/provider-log.ts';
import { isInStorageSample } from '../reports/provider-log/storage-sample.ts';
import { createDataStores } from '../storage/data/data-stores.ts';
import { dataDatabaseOf } from '../storage/data/database-names.ts';
import { createDeviceReports, type DeviceReports } from '../viewer/device/device-reports.ts';
import { isMobile } from '../viewer/location/is-mobile.ts';
import { createVisitor } from '../viewer/visitor/create-visitor.ts';
import { createConsentWork } from './consent-work.ts';
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
  const world = { ...platform, ...config, now: platform.clock.now, logToProvider };
  const disposal = new AbortController();
  let consent: Consent = 'pending';
  let forgetting: Promise<unknown> = Promise.resolve();
  const hasConsent = () => consent === 'granted';
  const canIdentify = () => hasConsent() && !isPrivate;
  const canKeep = () => isTelemetryOn && canIdentify();
  /** In an opaque origin nothing outlives the page. */
  const canStore = () => canKeep() && !isOpaque;
  const logStorage = isInStorageSample(config.sid) ? logToProvider : () => undefined;

  const settings = readSettings(config, logToProvider);
  const ownDatabase = dataDatabaseOf(settings);
  const stores = createDataStores(ownDatabase, {
    ...world,
    canKeep,
    onError: (code, message) => logStorage('data_store_failed', { code, message }),
  });
  const data = stores.own;
  const memo = createMemo(config.memo, postNews);
  const common = { ...world, data: stores.common, memo };
  const visitor = createVisitor({
    ...common,
    namedId: settings.visitorId,
    readRules: () => ({ ...settings, consent, isTelemetryOn, isPrivate, isOpaque }),
    onChange: onVisitorId,
  });
  /** Reading creates the database, and a page without one has no configuration. */
  const hasOwnData = async () => canStore() && (await stores.hasOwn());
  const device = createDeviceReports({
    ...world,
    data,
    hasKept: hasOwnData,
    canStore,
  });
  const playback = createPlaybackReports({ ...world, hasConsent });
  const memory = createResponseMemory({ ...world, data, onConfig: () => void readTiers() });
  const errors = createPageErrors({ ...common, readConsent: () => consent });
  const api = createApiClient({
    ...world,
    settings,
    memory,
    visitorIds: visitor.ids,
    canIdentify,
    isMobile: isMobile(navigator),
    findingsFor: (call) => work.probes?.findingsFor(call) ?? null,
    signal: disposal.signal,
  });
  const work = createConsentWork({
    ...deps,
    world,
    errors,
    visitor,
    canStore,
    ownDatabase,
    openStore: stores.open,
    async askSignedIn() {
      const answer = await (api.callApi as CallApi)('getDatasyncIds', {});
      return answer.ok ? answer.value.datasyncIds : null;
    },
    onRemoved: (removed) => logStorage('storage_cleaned', removed),
  });

  async function readTiers(): Promise<void> {
    deps.onTiers(tiersOf((await memory.readConfig()).logTiers ?? {}));
  }

  async function applyConsent(next: Consent): Promise<void> {
    const hasKept = canStore();
    consent = next;
    if (next === 'granted') {
      await forgetting;
      // The viewer may have changed their mind again.
      if (hasConsent()) work.begin();
      return;
    }
    work.end();
    if (next === 'refused') errors.forget();
    // With consent gone there is no id, and this reports why.
    visitor.ids.start();
    if (hasKept) forgetting = stores.clear();
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
      if (notice.type === 'error') errors.receive(notice.error);
      else if (notice.type === 'bot_detection') work.probes?.receiveBotEvent(notice.event);
      else if (notice.type === 'ad_status') work.probes?.receiveAdScript(notice.hasLoaded);
      else if (notice.type === 'played') work.probeLater();
      else if (notice.type !== 'beaconed') errors.setPage(notice);
    },
    dispose() {
      disposal.abort();
      work.end();
      errors.stop();
      playback.stop();
      void device.stop().then(stores.close);
    },
  };
}

function readSettings({ api }: ServicesConfig, logToProvider: ProviderLog['log']): ApiSettings {
  const { settings, problems } = readApiSettings(api);
  for (const { field, message } of problems)
    logToProvider('api_settings_malformed', {
      message: `${field}: ${message}`.slice(0, providerLogLimits.messageMaxChars),
    });
  return settings;
}

function tiersOf(named: Record<string, keyof typeof logTiers>): WithTiers {
  const tiers = new Map(Object.entries(named));
  return (entries) =>
    entries.map((entry) => {
      const tier = tiers.get(entry.name);
      return tier === undefined ? entry : { ...entry, tier: logTiers[tier] };
    });
}
