import { documentLockName } from '../../shared/rpc/document-lock.ts';
import type { DropReason } from '../../shared/rpc/loss-accounting.ts';
import type { ServicesConfig, ServicesInfo } from '../../shared/rpc/rpc.ts';
import type { ClientContext } from '../../shared/telemetry/log-batch.ts';
import { providerLogUrl } from '../../shared/telemetry/provider-log-url.ts';
import { createProviderLog, type ProviderLog } from '../reports/provider-log/provider-log.ts';
import { createStorageReports } from '../reports/provider-log/storage-reports.ts';
import { isInStorageSample } from '../reports/provider-log/storage-sample.ts';
import type { NewsPost } from '../services/news-post.ts';
import type { Platform } from '../services/platform.ts';
import { type LogService, startLogService } from './batching/log-service.ts';
import { type Connectivity, createConnectivity } from './connectivity/connectivity.ts';
import { createHeadServer, type HeadServer } from './connectivity/head-server.ts';
import type { Drainer } from './queue/drainer.ts';
import { createLogQueue } from './queue/log-queue.ts';
import { createMemoryStore } from './queue/memory-store.ts';
import { openQueueStorage } from './queue/open-queue-storage.ts';
import type { OnRemoved } from './queue/read-rows.ts';
import { holdLock } from './queue/web-lock.ts';
import { createDelivery } from './sending/delivery.ts';
import { createPostText } from './sending/post-text.ts';
import { createReceipts, type Receipts } from './sending/receipts.ts';
import { createSplitting } from './sending/split-too-large.ts';

/**
 * The event path of a document whose telemetry is enabled and allowed, from the page to the intake.
 */
export interface Telemetry {
  info: Pick<ServicesInfo, 'queue' | 'queueDenied'>;
  logs: LogService;
  connectivity: Connectivity;
  receipts: Receipts;
  providerLog: ProviderLog;
  /** Applies to batches made from now on. */
  setVisitorId(visitorId: string | null): void;
  /**
   * Stops all timers and closes the store.
   * @param dropReason drops this document's queued events; otherwise they stay in the store
   */
  stop(dropReason?: DropReason): Promise<void>;
}

export interface TelemetryDeps {
  platform: Platform;
  config: ServicesConfig;
  postNews: NewsPost['post'];
}

export async function startTelemetry(deps: TelemetryDeps): Promise<Telemetry> {
  const { platform, config, postNews } = deps;
  const world = { ...platform, ...config, now: platform.clock.now };
  const { clock, locks, sid } = world;
  const disposal = new AbortController();
  const { signal } = disposal;
  let context: ClientContext = config.context;
  let logs: LogService | null = null;
  let drainer: Drainer | null = null;

  const postText = createPostText(world);
  const providerLog = createProviderPath(world, postNews);
  const reports = createStorageReports(providerLog.log, isInStorageSample(sid));
  let head: HeadServer = createHeadServer(world);
  const connectivity = createConnectivity({
    head: (maxAgeMs) => head(maxAgeMs),
    clock,
    onChange(isOnline) {
      postNews({ type: 'connectivity', isOnline });
      if (isOnline) logs?.retryNow();
    },
  });
  const deliver = createSplitting(createDelivery({ postText, now: clock.now }));
  const receipts = createReceipts({ ...world, deliver });

  const onRemoved: OnRemoved = (reason, rowCount) =>
    providerLog.log('rows_removed', { reason, rowCount });

  const { store, connection, info } = await openQueueStorage(world, reports, onRemoved);
  const hasLocks =
    store !== null && (await holdLock({ locks, name: documentLockName(sid), signal }));

  const queue = createLogQueue({
    ...world,
    readContext: () => context,
    durable: store,
    memory: createMemoryStore(),
    hasLocks,
    onDropped: (rows, reason) => logs?.lose(rows, reason),
    onStoreError: reports.failed,
  });
  const started = await startLogService({
    ...world,
    queue,
    deliver: receipts.deliver,
    connectivity,
    postNews,
    onLost: ({ sendCount = null, ...loss }) =>
      providerLog.log('events_lost', { ...loss, sendCount }),
    onSent: () => drainer?.nudge(),
    onQueued: (isDelivering) => connectivity.setWork({ isDelivering }),
  });
  logs = started;
  const retryIfOnline = async () => {
    // The connection may never have counted as lost, while requests fail for another reason.
    if (await connectivity.check(0)) started.retryNow();
  };
  platform.onNetworkHint(() => void retryIfOnline(), signal);
  join().catch(() => undefined);

  /** Adoption waits for its script. If that fails to load, the next page adopts the events. */
  async function join(): Promise<void> {
    const { laterScripts } = await import('../services/later-scripts.ts');
    if (signal.aborted) return;
    ({ drainer, head } = laterScripts.startOriginCoordination({
      ...world,
      connection,
      onRemoved,
      hasLocks,
      head,
      connectivity,
      onResult: connectivity.receive,
      onAdopted(requestCount) {
        reports.logSampled('storage_adopted', { requestCount });
        started.sendAdopted();
      },
      signal,
    }));
  }

  return {
    info,
    logs: started,
    connectivity,
    receipts,
    providerLog,
    setVisitorId(visitorId) {
      const client = { ...config.context.client, ...(visitorId !== null && { visitorId }) };
      context = { ...config.context, client };
    },
    async stop(dropReason) {
      connectivity.stop();
      providerLog.stop();
      await started.stop();
      disposal.abort();
      if (dropReason !== undefined) await started.giveUp(dropReason);
      queue.close();
    },
  };
}

/** The provider's log may go to another server, which need not accept what the intake accepts. */
function createProviderPath(
  world: Platform & ServicesConfig & { now: () => number },
  postNews: NewsPost['post'],
): ProviderLog {
  const url = providerLogUrl(world);
  const postText = createPostText({ ...world, origin: new URL(url).origin });
  return createProviderLog({ ...world, url, postText, postNews });
}
