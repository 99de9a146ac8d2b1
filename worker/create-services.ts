import { documentLockName } from '../shared/document-lock.ts';
import type { LogEntry } from '../shared/log-event.ts';
import { err, ok, type Result } from '../shared/result.ts';
import type {
  CreateServices,
  News,
  Services,
  ServicesAtWork,
  ServicesConfig,
  ServicesInfo,
} from '../shared/rpc.ts';
import { type Connectivity, createConnectivity } from './connectivity/connectivity.ts';
import { createHeadServer } from './connectivity/head-server.ts';
import type { LaterServices } from './later-services.ts';
import { type LogService, startLogService } from './logs/log-service.ts';
import { createDelivery } from './net/delivery.ts';
import { createPostText } from './net/post-text.ts';
import { createReceipts, type Receipts } from './net/receipts.ts';
import { createNewsPost } from './news-post.ts';
import { type Platform, readPlatform } from './platform.ts';
import { createProviderLog, type ProviderLog } from './provider-log/provider-log.ts';
import { createStorageReports } from './provider-log/storage-reports.ts';
import { type Drainer, startDrainer } from './queue/drainer.ts';
import { createLogQueue, type LogQueue } from './queue/log-queue.ts';
import { createMemoryStore } from './queue/memory-store.ts';
import { openDurableStore } from './queue/open-durable-store.ts';
import { holdLock } from './queue/web-lock.ts';

/** The services on the real platform. Also loaded by the page, so only on what page and worker share. */
export const createServices: CreateServices = (tell) => createServicesOn(readPlatform(), tell);

const notStarted = 'The services have not been started: call `start` first, once.';

export function createServicesOn(platform: Platform, post: (news: News[]) => void): ServicesAtWork {
  const disposal = new AbortController();
  const news = createNewsPost({ clock: platform.clock, post });
  let starting: Promise<Result<ServicesInfo>> | null = null;
  let running: Running | null = null;
  let later: Promise<LaterServices> | null = null;

  async function open(config: ServicesConfig): Promise<Result<ServicesInfo>> {
    if (!config.isTelemetryOn) return ok({ queue: 'off', queueDenied: null });
    const { clock, random, newId, locks } = platform;
    const { sid, context } = config;
    const { signal } = disposal;
    const world = { ...platform, ...config, now: clock.now };

    const postText = createPostText(world);
    const providerLog = createProviderLog({ sid, context, postText, clock });
    const reports = createStorageReports(providerLog.log, random);
    const connectivity = createConnectivity({
      head: createHeadServer(world),
      clock,
      onChange(isOnline) {
        news.tell({ type: 'connectivity', isOnline });
        if (isOnline) running?.logs.retryNow();
      },
    });
    const receipts = createReceipts({ ...world, deliver: createDelivery({ postText, now: clock.now }) });

    const startMs = clock.now();
    const opened = await openDurableStore({
      ...platform,
      onRepaired: (message) => reports.failed('MISSING_STORES', message),
      onRemoved: (reason, rowCount) => providerLog.log('rows_removed', { reason, rowCount }),
    });
    const durable = opened.store;
    const kind = opened.error === null ? 'indexeddb' : 'memory';
    reports.opened(kind, clock.now() - startMs);
    if (opened.error !== null) reports.failed(opened.error.code, opened.error.message);
    const hasLocks = durable !== null && (await holdLock({ locks, name: documentLockName(sid), signal }));

    const queue = createLogQueue({
      sid,
      context,
      clock,
      newId,
      durable,
      memory: createMemoryStore(),
      onDropped: (rows, reason) => running?.logs.lose(rows, reason),
      onStoreError: reports.failed,
    });
    let drainer: Drainer | null = null;
    const logs = await startLogService({
      sid,
      queue,
      deliver: receipts.deliver,
      connectivity,
      clock,
      random,
      postNews: news.tell,
      onLost: (reason, count, isOwn) => providerLog.log('events_lost', { reason, count, isOwn }),
      onSent: () => drainer?.nudge(),
    });
    running = { logs, connectivity, receipts, providerLog, queue };
    const retryIfOnline = async () => {
      // The connection may never have been thought lost, and what waits fails for another reason all the same.
      if (await connectivity.check()) logs.retryNow();
    };
    platform.onNetworkHint(() => void retryIfOnline(), signal);
    if (durable !== null) {
      const onAdopted = (requestCount: number) => {
        reports.adopted(requestCount);
        logs.sendAdopted();
      };
      drainer = startDrainer({ sid, store: durable, locks, hasLocks, clock, onAdopted, signal });
    }
    return ok({ queue: kind, queueDenied: opened.error });
  }

  async function loadLater(config: ServicesConfig): Promise<LaterServices> {
    const { createLaterServices } = await import('./later-services.ts');
    const tellProvider: ProviderLog['log'] = (kind, fields) => running?.providerLog.log(kind, fields);
    return createLaterServices({ platform, config, tellProvider });
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

  const services: Services = {
    start(config) {
      if (starting !== null) return Promise.resolve(err('ALREADY_STARTED', 'The services run already.'));
      later = loadLater(config);
      // Who asks hears of it.
      later.catch(() => undefined);
      starting = open(config);
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
    getPlaylist: (listId, listType) => askLater(({ api }) => api.getPlaylist(listId, listType)),
    callApi: (command, fields, options) => askLater(({ api }) => api.callApi(command, fields, options)),
    report: (report) => askLater(({ playback }) => playback.report(report)),
    reportDevice: (report) => askLater(({ device }) => device.reportDevice(report)),
    async notice(notice) {
      await starting;
      if (notice.type === 'beaconed') {
        running?.receipts.addBeaconed(notice.ranges);
      } else if (notice.type === 'error') {
        // Without the script errors cannot be told, of all things that it does not come.
        later?.then(({ reportError }) => reportError(notice.error)).catch(() => undefined);
      } else {
        running?.connectivity.setVisible(notice.isVisible);
        // It may never be seen again.
        if (!notice.isVisible) void running?.providerLog.flush();
      }
    },
    ping: async () => 'alive',
    async dispose() {
      await starting;
      running?.connectivity.stop();
      running?.providerLog.stop();
      await running?.logs.stop();
      disposal.abort();
      later?.then((services) => services.dispose()).catch(() => undefined);
      running?.queue.close();
      news.flush();
    },
  };
  return { services, take: (entries) => void take(entries) };
}

/** What serves a document whose telemetry is on. */
interface Running {
  logs: LogService;
  connectivity: Connectivity;
  receipts: Receipts;
  providerLog: ProviderLog;
  queue: LogQueue;
}
