import { type Endpoint, expose, transfer, wrap } from 'comlink';
import { deleteDB, type IDBPDatabase, openDB } from 'idb';
import { documentLockName } from '../../shared/document-lock.ts';
import type { LogEntry } from '../../shared/log-event.ts';
import type { CreateServices, LossAccounting, News, Services, ServicesConfig } from '../../shared/rpc.ts';
import { createServices } from '../../worker/create-services.ts';
import workerUrl from '../../worker/main.ts?worker&url';

export { workerUrl };

/** Services that a test has started, and their end. */
export interface RunningServices {
  services: Services;
  news: News[];
  config: ServicesConfig;
  /** As a crash does it: no word before. Services in the page cannot be killed, they are disposed of. */
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
  const services = create();
  expose(services, port2);
  return connect(port1, sid, () => services.dispose());
}

/** Services that run somewhere else, such as in a frame. */
export function connectServices(endpoint: Endpoint, kill: () => Promise<void>): RunningServices {
  return connect(endpoint, newSid(), kill);
}

function connect(endpoint: Endpoint, sid: string, kill: () => Promise<void>): RunningServices {
  const services: Services = wrap<Services>(endpoint);
  const channel = new MessageChannel();
  const news: News[] = [];
  channel.port1.onmessage = (event: MessageEvent<News>) => news.push(event.data);
  services.connect(transfer(channel.port2, [channel.port2]));
  const config: ServicesConfig = {
    sid,
    origin: location.origin,
    isTelemetryOn: true,
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

/** Ends all services and removes the store, so that the next test starts from nothing. */
export async function endServices(): Promise<void> {
  for (const services of [...running]) await services.kill();
  await deleteDB('offstage-logs');
}

/** Resolves once nobody holds the document's lock: the browser frees a killed worker's a moment later. */
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

export function makeEntries(count: number, firstSeq = 1, entry: Partial<LogEntry> = {}): LogEntry[] {
  return Array.from({ length: count }, (_, i) => makeEntry(firstSeq + i, entry));
}

/** The seqs of the events in the store, by where they are. */
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

/** The store as it is, whoever opened it first. */
export async function withStore<T>(job: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  const db = await openDB('offstage-logs');
  try {
    return await job(db);
  } finally {
    db.close();
  }
}

export function isBalanced({ created, delivered, queued, dropped }: LossAccounting): boolean {
  return created === delivered + queued + Object.values(dropped).reduce((sum, count) => sum + count, 0);
}

export function seqsFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
