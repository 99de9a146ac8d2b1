import { configLimits } from '../../shared/limits/config-limits.ts';
import type { News } from '../../shared/rpc/news.ts';
import type {
  CreateServices,
  ServicesAtWork,
  ServicesConfig,
  ServicesInfo,
} from '../../shared/rpc/rpc.ts';
import { err, ok, type Result } from '../../shared/tools/result.ts';
import type { Work } from '../events/connectivity/connectivity.ts';
import { isProof } from '../events/connectivity/is-proof.ts';
import { startTelemetry, type Telemetry } from '../events/start-telemetry.ts';
import { createLaterCalls, type LaterCalls, notStarted } from './later-calls.ts';
import type { LaterServices, WithTiers } from './later-services.ts';
import { createNewsPost } from './news-post.ts';
import { type Platform, readPlatform } from './platform.ts';

/**
 * The services on the real platform. The page loads them too, so they use only what page and worker
 * share.
 */
export const createServices: CreateServices = (postNews, time) =>
  createServicesOn(readPlatform(time), postNews);

const off = { queue: 'off', queueDenied: null } as const;

export function createServicesOn(given: Platform, post: (news: News[]) => void): ServicesAtWork {
  const platform: Platform = { ...given, fetch: fetchAndProve };
  const news = createNewsPost({ clock: platform.clock, post });
  const later = createLaterCalls();
  let starting: Promise<Result<ServicesInfo>> | null = null;
  let running: Telemetry | null = null;
  /** Set from the provider's configuration. */
  let withTiers: WithTiers = (entries) => entries;
  let visitorId: string | null = null;
  const pageWork: Partial<Work> = {};
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
      await ending.stop('consent');
      news.flush();
    } else if (isAllowed && running === null) {
      running = await startTelemetry({ platform, config, postNews: news.post });
      running.setVisitorId(visitorId);
      running.connectivity.setWork(pageWork);
      await readTiers(later, platform);
    }
    return ok({ consent, ...(running?.info ?? off) });
  }

  async function loadLater(config: ServicesConfig): Promise<LaterServices> {
    const { laterScripts } = await import('./later-scripts.ts');
    return laterScripts.createLaterServices({
      platform,
      config,
      // The log may still be starting.
      logToProvider: (...entry) => void starting?.then(() => running?.providerLog.log(...entry)),
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

  const services: ServicesAtWork['services'] = {
    ...callsOf(later),
    async start(config) {
      if (starting !== null) return err('ALREADY_STARTED', 'The services run already.');
      later.load(loadLater(config));
      starting = work(config);
      latest = config;
      return starting;
    },
    async setConsent(consent) {
      if (latest === null) return err('NOT_STARTED', notStarted);
      const config = { ...latest, consent };
      latest = config;
      // Consent changes run one after the other, each to its end.
      starting = Promise.resolve(starting).then(() => work(config));
      void later.post((services) => services.setConsent(consent));
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
    async notice(notice) {
      await starting;
      if (notice.type === 'beaconed') return running?.receipts.addBeaconed(notice.ranges);
      if (notice.type === 'provider_log') return running?.providerLog.join(notice.entries);
      void later.post((services) => services.receive(notice));
      if (notice.type === 'playing') pageWork.isPlaying = notice.isPlaying;
      else if (notice.type === 'visibility') pageWork.isVisible = notice.state !== 'hidden';
      else return;
      running?.connectivity.setWork(pageWork);
    },
    ping: async () => 'alive',
    async dispose() {
      await starting;
      await running?.stop();
      void later.post((services) => services.dispose());
      news.flush();
    },
  };
  return {
    services,
    readConfigs: later.readConfigs,
    async receiveEntries(entries) {
      await starting;
      await running?.logs.log(withTiers(entries));
    },
  };
}

/** Events wait for the tiers that an earlier page stored, but not if the script fails to load. */
function readTiers(later: LaterCalls, { clock }: Platform): Promise<void> {
  return new Promise((resolve) => {
    const cancelTimer = clock.setTimer(resolve, configLimits.readTiersMs);
    later
      .post((services) => services.readTiers())
      .finally(cancelTimer)
      .then(resolve);
  });
}

/** The services' methods that only pass a call on. */
function callsOf({ ask }: LaterCalls) {
  return {
    getVideo: (...asked) => ask(({ api }) => api.getVideo(...asked)),
    getPlaylist: (...asked) => ask(({ api }) => api.getPlaylist(...asked)),
    callApi: (command, fields, options) => ask(({ api }) => api.callApi(command, fields, options)),
    report: (report) => ask(({ playback }) => playback.report(report)),
    reportDevice: (report) => ask(({ device }) => device.reportDevice(report)),
  } satisfies Partial<ServicesAtWork['services']>;
}
