import type { LogEntry } from '../shared/log-event.ts';
import { err, ok, type Result } from '../shared/result.ts';
import type { CreateServices, News, ServicesAtWork, ServicesConfig, ServicesInfo } from '../shared/rpc.ts';
import type { LaterServices } from './later-services.ts';
import { createNewsPost } from './news-post.ts';
import { type Platform, readPlatform } from './platform.ts';
import type { ProviderLog } from './provider-log/provider-log.ts';
import { startTelemetry, type Telemetry } from './start-telemetry.ts';

/** The services on the real platform. Also loaded by the page, so only on what page and worker share. */
export const createServices: CreateServices = (tell, time) => createServicesOn(readPlatform(time), tell);

const notStarted = 'The services have not been started: call `start` first, once.';
const off = { queue: 'off', queueDenied: null } as const;

export function createServicesOn(platform: Platform, post: (news: News[]) => void): ServicesAtWork {
  const news = createNewsPost({ clock: platform.clock, post });
  let starting: Promise<Result<ServicesInfo>> | null = null;
  let running: Telemetry | null = null;
  let later: Promise<LaterServices> | null = null;
  let visitorId: string | null = null;
  let isVisible = true;
  /** As started, and changed since. */
  let latest: ServicesConfig | null = null;

  /** Telemetry runs when the operator wants it and the viewer agrees. */
  async function work(config: ServicesConfig): Promise<Result<ServicesInfo>> {
    const { consent } = config;
    const isAllowed = config.isTelemetryOn && consent === 'granted';
    if (!isAllowed && running !== null) {
      const ending = running;
      running = null;
      await ending.end();
      news.flush();
    } else if (isAllowed && running === null) {
      running = await startTelemetry({ platform, config, tell: news.tell });
      running.setVisitorId(visitorId);
      running.connectivity.setVisible(isVisible);
    }
    return ok({ consent, ...(running?.info ?? off) });
  }

  async function loadLater(config: ServicesConfig): Promise<LaterServices> {
    const { createLaterServices } = await import('./later-services.ts');
    // The log may only be starting.
    const tellProvider: ProviderLog['log'] = (kind, fields) =>
      void starting?.then(() => running?.providerLog.log(kind, fields));
    return createLaterServices({
      platform,
      config,
      tellProvider,
      tellPage: news.tell,
      dropExpiredEvents: async () => (await running?.logs.dropExpired()) ?? 0,
      tellRemoved: (removed) => running?.reports.cleaned(removed),
      onVisitorId(id) {
        visitorId = id;
        running?.setVisitorId(id);
      },
    });
  }

  /** Asks one of the services that come later. @returns why there is no answer, if their script does not come */
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

  async function take(entries: LogEntry[]): Promise<void> {
    await starting;
    await running?.logs.log(entries);
  }

  const services: ServicesAtWork['services'] = {
    start(config) {
      if (starting !== null) return Promise.resolve(err('ALREADY_STARTED', 'The services run already.'));
      later = loadLater(config);
      // Who asks hears of it.
      later.catch(() => undefined);
      starting = work(config);
      latest = config;
      return starting;
    },
    setConsent(consent) {
      if (latest === null) return Promise.resolve(err('NOT_STARTED', notStarted));
      const config = { ...latest, consent };
      latest = config;
      // One after the other, and each of them in full.
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
      // Nobody who waits for the events waits for this.
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
    getVideo: (videoId, report) => askLater(({ api }) => api.getVideo(videoId, report)),
    getPlaylist: (...asked) => askLater(({ api }) => api.getPlaylist(...asked)),
    callApi: (command, fields, options) => askLater(({ api }) => api.callApi(command, fields, options)),
    report: (report) => askLater(({ playback }) => playback.report(report)),
    reportDevice: (report) => askLater(({ device }) => device.reportDevice(report)),
    async notice(notice) {
      await starting;
      if (notice.type === 'beaconed') return running?.receipts.addBeaconed(notice.ranges);
      // Without the script errors cannot be told, of all things that it does not come.
      later?.then((services) => services.take(notice)).catch(() => undefined);
      if (notice.type !== 'visibility') return;
      isVisible = notice.state !== 'hidden';
      running?.connectivity.setVisible(isVisible);
      // It may never be seen again.
      if (!isVisible) void running?.providerLog.flush();
    },
    ping: async () => 'alive',
    async dispose() {
      await starting;
      await running?.stop();
      later?.then((services) => services.dispose()).catch(() => undefined);
      news.flush();
    },
  };
  return { services, take: (entries) => void take(entries) };
}
