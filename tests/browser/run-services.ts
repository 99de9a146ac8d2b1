import type { Endpoint } from 'comlink';
import { deleteDB, type IDBPDatabase, openDB } from 'idb';
import { documentLockName } from '../../shared/rpc/document-lock.ts';
import type { LossAccounting } from '../../shared/rpc/loss-accounting.ts';
import type { LogMessage, News, NewsMessage } from '../../shared/rpc/news.ts';
import type { CreateServices, Services, ServicesConfig } from '../../shared/rpc/rpc.ts';
import type { LogEntry } from '../../shared/telemetry/log-event.ts';
import { createSeqSet } from '../../shared/tools/seq-set.ts';
import { wrapServices } from '../../src/services/wrap-services.ts';
import workerUrl from '../../worker/main.ts?worker&url';
import { createServices } from '../../worker/services/create-services.ts';
import { serveServices } from '../../worker/services/serve-services.ts';
import { dataDatabaseName } from '../../worker/storage/data/database-names.ts';

export { workerUrl };

/** The services, with events as the page sends them. */
interface TestedServices extends Services {
  /** Resolves once the services have confirmed that these are stored. */
  log(entries: LogEntry[]): Promise<{ isDurable: boolean }>;
}

/** Services that a test has started, and functions that end them. */
export interface RunningServices {
  services: TestedServices;
  news: News[];
  config: ServicesConfig;
  /** Like a crash, without notice. Services in the page cannot be killed, so they are disposed. */
  kill(): Promise<void>;
}

const running = new Set<RunningServices>();

export const places = ['worker', 'page'] as const;

export function runServices(
  place: (typeof places)[number],
  sid = newSid(),
  create: CreateServices = createServices,
) {
  if (place === 'worker') {
    const worker = new Worker(workerUrl, { type: 'module' });
    return connect(worker, sid, async () => worker.terminate());
  }
  const { port1, port2 } = new MessageChannel();
  const services = serveServices(port2, create);
  return connect(port1, sid, () => services.dispose());
}

/** Services that run elsewhere, such as in a frame. */
export function connectServices(endpoint: Endpoint, kill: () => Promise<void>): RunningServices {
  // An id in the sample that reports its storage.
  return connect(endpoint, newSid().replace(/^.{8}/, '00000000'), kill);
}

function connect(endpoint: Endpoint, sid: string, kill: () => Promise<void>): RunningServices {
  const news: News[] = [];
  const listeners = new Set<() => void>();
  endpoint.addEventListener('message', (event) => {
    news.push(...((event as MessageEvent<Partial<NewsMessage>>).data.news ?? []));
    for (const listener of listeners) listener();
  });
  function log(entries: LogEntry[]): Promise<{ isDurable: boolean }> {
    const from = news.length;
    endpoint.postMessage({ entries } satisfies LogMessage);
    return new Promise((resolve) => {
      const look = () => {
        const stored = news.slice(from).filter((item) => item.type === 'stored');
        const reported = createSeqSet();
        for (const range of stored.flatMap(({ ranges }) => ranges)) reported.add(range);
        if (!entries.every(({ seq }) => reported.has(seq))) return;
        listeners.delete(look);
        resolve({ isDurable: stored.at(-1)?.isDurable === true });
      };
      listeners.add(look);
    });
  }
  const services: TestedServices = { ...wrapServices(endpoint).services, log };
  const config: ServicesConfig = {
    sid,
    origin: location.origin,
    isTelemetryOn: true,
    consent: 'granted',
    isPrivate: false,
    api: { isVisitorIdFetchDisabled: true },
    context: { client: { clientName: 'browser-test', clientVersion: '1', hl: 'en' } },
  };
  const started: RunningServices = {
    services,
    news,
    config,
    async kill() {
      running.delete(started);
      await kill();
    },
  };
  running.add(started);
  return started;
}

/** Ends all services and deletes the store, so that the next test starts empty. */
export async function endServices(): Promise<void> {
  for (const services of [...running]) await services.kill();
  await deleteDB('offstage-logs');
  await deleteDB(dataDatabaseName);
}

/**
 * Resolves once the document's lock is free: the browser releases a killed worker's lock a moment
 * later.
 */
export function documentIsGone(sid: string): Promise<void> {
  return navigator.locks.request(documentLockName(sid), () => undefined);
}

export function newSid(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

export function makeEntry(seq: number, entry: Partial<LogEntry> = {}): LogEntry {
  return {
    seq,
    name: 'played',
    payload: { at: seq },
    tier: 100,
    eventTimeMs: Date.now(),
    lastActivityMs: -1,
    ...entry,
  };
}

export function makeEntries(
  count: number,
  firstSeq = 1,
  entry: Partial<LogEntry> = {},
): LogEntry[] {
  return Array.from({ length: count }, (_, i) => makeEntry(firstSeq + i, entry));
}

/** The seqs of the events in each store. */
export async function readStore(sid: string): Promise<{ arrivals: number[]; requests: number[] }> {
  return withStore(async (db) => {
    const seqs = async (store: string) => {
      const rows = (await db.getAll(store)).filter((row) => row.sid === sid);
      return rows
        .flatMap((row) => row.events.map((event: { seq: number }) => event.seq))
        .sort((a, b) => a - b);
    };
    return { arrivals: await seqs('arrivals'), requests: await seqs('requests') };
  });
}

/** The database at any version, opened first by any page or test. */
export async function withStore<T>(job: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  const db = await openDB('offstage-logs');
  try {
    return await job(db);
  } finally {
    db.close();
  }
}

export function isBalanced({ created, delivered, queued, dropped }: LossAccounting): boolean {
  return (
    created === delivered + queued + Object.values(dropped).reduce((sum, count) => sum + count, 0)
  );
}

export function seqsFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
