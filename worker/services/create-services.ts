import { configLimits } from '../../shared/limits/config-limits.ts';
import type { News } from '../../shared/rpc/news.ts';
import type {
  CreateServices,
  ServicesAtWork,
  ServicesConfig,
  ServicesInfo,
} from '../../shared/rpc/rpc.ts';
import type { LogEntry } from '../../shared/telemetry/log-event.ts';
import { err, ok, type Result } from '../../shared/tools/result.ts';
import type { Work } from '../events/connectivity/connectivity.ts';
import { isProof } from '../events/connectivity/is-proof.ts';
import { startTelemetry, type Telemetry } from '../events/start-telemetry.ts';
import type { ProviderLog } from '../reports/provider-log/provider-log.ts';
import type { LaterServices, WithTiers } from './later-services.ts';
import { createNewsPost } from './news-post.ts';
import { type Platform, readPlatform } from './platform.ts';

/**
 * The services on the real platform. The page loads them too, so they use only what page and worker
 * share.
 */
export const createServices: CreateServices = (postNews, time) =>
  createServicesOn(readPlatform(time), postNews);

const notStarted = 'Call `start` first, once.';
const off = { queue: 'off', queueDenied: null } as const;

export function createServicesOn(given: Platform, post: (news: News[]) => void): ServicesAtWork {
  const platform: Platform = { ...given, fetch: fetchAndProve };
  const news = createNewsPost({ clock: platform.clock, post });
  let starting: Promise<Result<ServicesInfo>> | null = null;
  let running: Telemetry | null = null;
  let later: Promise<LaterServices> | null = null;
  /** Set from the provider's configuration. */
  let withTiers: WithTiers = (entries) => entries;
  let visitorId: string | null = null;
  let pageWork: Partial<Work> = {};
  /** The config at the start, with later changes. */
  let latest: ServicesConfig | null = null;

  /** Any answer of the embed's server to any service proves that there is a connection. */
  async function fetchAndProve(...request: Parameters<typeof fetch>): Promise<Response> {
    const reply = await given.fetch(...request);
    const isOwn = latest !== null && new URL(String(request[0])).origin === latest.origin;
    if (isOwn && isProof(reply)) running?.connectivity.prove();
    return reply;
  }

  /** Telemetry runs if the operator enables it and the viewer agrees. */
  async function work(config: ServicesConfig): Promise<Result<ServicesInfo>> {
    const { consent } = config;
    const isAllowed = config.isTelemetryOn && consent === 'granted';
    if (!isAllowed && running !== null) {
      const ending = running;
      running = null;
      await ending.end();
      news.flush();
    } else if (isAllowed && running === null) {
      running = await startTelemetry({ platform, config, postNews: news.post });
      running.setVisitorId(visitorId);
      running.connectivity.setWork(pageWork);
      await readTiers();
    }
    return ok({ consent, ...(running?.info ?? off) });
  }

  /** Events wait for the tiers that an earlier page stored, but not if the script fails to load. */
  function readTiers(): Promise<void> {
    return new Promise((resolve) => {
      const cancelTimer = platform.clock.setTimer(resolve, configLimits.readTiersMs);
      later
        ?.then((services) => services.readTiers())
        .catch(() => undefined)
        .finally(cancelTimer)
        .then(resolve);
    });
  }

  async function loadLater(config: ServicesConfig): Promise<LaterServices> {
    const { laterScripts } = await import('./later-scripts.ts');
    // The log may still be starting.
    const logToProvider: ProviderLog['log'] = (...entry) =>
      void starting?.then(() => running?.providerLog.log(...entry));
    return laterScripts.createLaterServices({
      platform,
      config,
      logToProvider,
      postNews: news.post,
      dropExpiredEvents: async () => (await running?.logs.dropExpired()) ?? 0,
      onTiers(changed) {
        withTiers = changed;
      },
      onVisitorId(id) {
        visitorId = id;
        running?.setVisitorId(id);
      },
    });
  }

  /**
   * Calls one of the services that load later.
   * @returns an error if their script fails to load
   */
  async function askLater<T, Code extends string>(
    ask: (services: LaterServices) => Promise<Result<T, Code>>,
  ): Promise<Result<T, Code | 'NOT_STARTED' | 'UNKNOWN_ERROR'>> {
    if (later === null) return err('NOT_STARTED', notStarted);
    try {
      return await ask(await later);
    } catch (error) {
      return err('UNKNOWN_ERROR', `Unknown request error: ${String(error)}`);
    }
  }

  async function receiveEntries(entries: LogEntry[]): Promise<void> {
    await starting;
    await running?.logs.log(withTiers(entries));
  }

  const services: ServicesAtWork['services'] = {
    start(config) {
      if (starting !== null)
        return Promise.resolve(err('ALREADY_STARTED', 'The services run already.'));
      later = loadLater(config);
      // Callers get this failure from `askLater`.
      later.catch(() => undefined);
      starting = work(config);
      latest = config;
      return starting;
    },
    setConsent(consent) {
      if (latest === null) return Promise.resolve(err('NOT_STARTED', notStarted));
      const config = { ...latest, consent };
      latest = config;
      // Consent changes run one after the other, each to its end.
      const before = starting;
      starting = (async () => {
        await before;
        return work(config);
      })();
      later?.then((services) => services.setConsent(consent)).catch(() => undefined);
      return starting;
    },
    async flush() {
      await starting;
      if (running === null) return err('NOT_STARTED', notStarted);
      // Flushing the events does not wait for the provider's log.
      void running.providerLog.flush();
      const report = await running.logs.flush();
      news.flush();
      return ok(report);
    },
    async accounting() {
      await starting;
      if (running === null) throw new Error(notStarted);
      return running.logs.accounting();
    },
    getVideo: (...asked) => askLater(({ api }) => api.getVideo(...asked)),
    getPlaylist: (...asked) => askLater(({ api }) => api.getPlaylist(...asked)),
    callApi: (command, fields, options) =>
      askLater(({ api }) => api.callApi(command, fields, options)),
    report: (report) => askLater(({ playback }) => playback.report(report)),
    reportDevice: (report) => askLater(({ device }) => device.reportDevice(report)),
    async notice(notice) {
      await starting;
      if (notice.type === 'beaconed') return running?.receipts.addBeaconed(notice.ranges);
      if (notice.type === 'provider_log') return running?.providerLog.join(notice.entries);
      // If the script fails to load, errors cannot be reported, not even this failure.
      later?.then((services) => services.receive(notice)).catch(() => undefined);
      if (notice.type === 'playing') pageWork = { ...pageWork, isPlaying: notice.isPlaying };
      else if (notice.type === 'visibility')
        pageWork = { ...pageWork, isVisible: notice.state !== 'hidden' };
      else return;
      running?.connectivity.setWork(pageWork);
    },
    ping: async () => 'alive',
    async dispose() {
      await starting;
      await running?.stop();
      later?.then((services) => services.dispose()).catch(() => undefined);
      news.flush();
    },
  };
  return {
    services,
    readConfigs: async () => (await later)?.readConfigs() ?? [],
    receiveEntries: (entries) => void receiveEntries(entries),
  };
}
