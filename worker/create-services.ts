import { documentLockName } from '../shared/document-lock.ts';
import { err, ok, type Result } from '../shared/result.ts';
import type { CreateServices, NewsPort, Services, ServicesConfig, ServicesInfo } from '../shared/rpc.ts';
import { type ApiClient, createApiClient } from './api/api-client.ts';
import { type LogService, startLogService } from './logs/log-service.ts';
import { createDelivery } from './net/delivery.ts';
import { type Platform, readPlatform } from './platform.ts';
import { type Drainer, startDrainer } from './queue/drainer.ts';
import { createLogQueue } from './queue/log-queue.ts';
import { createMemoryStore } from './queue/memory-store.ts';
import { openDurableStore } from './queue/open-durable-store.ts';
import { holdLock } from './queue/web-lock.ts';

/** The services on the real platform. Also loaded by the page, so only on what page and worker share. */
export const createServices: CreateServices = () => createServicesOn(readPlatform());

const notStarted = 'The services have not been started: call `start` first, once.';

export function createServicesOn(platform: Platform): Services {
  const disposal = new AbortController();
  let port: NewsPort | null = null;
  let starting: Promise<Result<ServicesInfo>> | null = null;
  let service: LogService | null = null;
  let api: ApiClient | null = null;
  let closeQueue = () => {};

  async function open(config: ServicesConfig): Promise<Result<ServicesInfo>> {
    const { clock, random, newId, locks } = platform;
    const { sid, context } = config;
    const { signal } = disposal;

    const opened = await openDurableStore(platform);
    const durable = opened.ok ? opened.value : null;
    const hasLocks = durable !== null && (await holdLock({ locks, name: documentLockName(sid), signal }));

    const queue = createLogQueue({ sid, context, clock, newId, durable, memory: createMemoryStore() });
    closeQueue = queue.close;
    let drainer: Drainer | null = null;
    const logs = await startLogService({
      sid,
      queue,
      deliver: createDelivery({ ...platform, now: clock.now, origin: config.origin }),
      clock,
      random,
      postNews: (news) => port?.postMessage(news),
      onSent: () => drainer?.nudge(),
    });
    service = logs;
    platform.onOnline(logs.retryNow, signal);
    if (durable !== null) {
      const onAdopted = logs.sendAdopted;
      drainer = startDrainer({ sid, store: durable, locks, hasLocks, clock, onAdopted, signal });
    }
    return ok({
      queue: durable === null ? 'memory' : 'indexeddb',
      queueDenied: opened.ok ? null : opened.error,
    });
  }

  return {
    start(config) {
      if (starting !== null) return Promise.resolve(err('ALREADY_STARTED', 'The services run already.'));
      // The API needs no store: a video that is waited for does not wait for the database.
      api = createApiClient({ ...platform, ...config });
      starting = open(config);
      return starting;
    },
    connect(newsPort) {
      port = newsPort;
    },
    async log(entries) {
      await starting;
      return service === null ? err('NOT_STARTED', notStarted) : ok(await service.log(entries));
    },
    async flush() {
      await starting;
      return service === null ? err('NOT_STARTED', notStarted) : ok(await service.flush());
    },
    async accounting() {
      await starting;
      if (service === null) throw new Error(notStarted);
      return service.accounting();
    },
    getVideo: async (videoId) => api?.getVideo(videoId) ?? err('NOT_STARTED', notStarted),
    getPlaylist: async (listId, listType) =>
      api?.getPlaylist(listId, listType) ?? err('NOT_STARTED', notStarted),
    notice: async () => {},
    ping: async () => 'alive',
    async dispose() {
      await starting;
      await service?.stop();
      disposal.abort();
      closeQueue();
    },
  };
}
