import type { News } from '../../../../../shared/rpc/news.ts';
import type { LogEntry } from '../../../../../shared/telemetry/log-event.ts';
import {
  type LogService,
  startLogService,
} from '../../../../../worker/events/batching/log-service.ts';
import { createMemoryStore } from '../../../../../worker/events/queue/memory-store.ts';
import type { DurableStore } from '../../../../../worker/events/queue/queue-store.ts';
import type { ArrivalRow } from '../../../../../worker/events/queue/stored-rows.ts';
import type { Outcome } from '../../../../../worker/events/sending/delivery.ts';
import { createFakeClock, type FakeClock } from '../../../fake-clock.ts';
import { makeEntry, online, sid } from '../make-events.ts';
import { makeDurableStore } from '../queue/make-durable-store.ts';
import { makeLogQueue } from '../queue/make-log-queue.ts';

/** The state of a test of storing; new before each test. */
interface StoringScene {
  clock: FakeClock;
  news: News[];
  /** The `stored` news. */
  stored: News[];
  lost: { reason: string; count: number; isOwn: boolean }[];
  outcome: Outcome;
  /** The number of events in each stored record. */
  records: number[][];
  /** Storing waits for these promises, from the front. */
  gates: Promise<unknown>[];
  store: DurableStore;
  service: LogService;
}

export const scene = {} as StoringScene;

export function startScene(): void {
  scene.clock = createFakeClock();
  scene.news = [];
  scene.stored = [];
  scene.lost = [];
  scene.outcome = { type: 'delivered', rejectedSeqs: [] };
  scene.records = [];
  scene.gates = [];
  scene.store = makeDurableStore();
  const { putArrival } = scene.store;
  scene.store.putArrival = async (row: ArrivalRow) => {
    scene.records.push(row.events.map((event) => event.seq));
    await scene.gates.shift();
    await putArrival(row);
  };
}

export async function start(durable: DurableStore | null): Promise<void> {
  scene.service = await startLogService({
    sid,
    queue: makeLogQueue({
      clock: scene.clock,
      durable,
      memory: createMemoryStore(),
      onDropped: (rows, reason) => scene.service.lose(rows, reason),
    }),
    deliver: async () => scene.outcome,
    connectivity: online,
    clock: scene.clock,
    random: () => 1,
    postNews: (item) => (item.type === 'stored' ? scene.stored : scene.news).push(item),
    onLost: (loss) => scene.lost.push(loss),
    onSent: () => {},
    onQueued: () => {},
  });
}

export const entries = (from: number, to: number, entry: Partial<LogEntry> = {}) =>
  Array.from({ length: to - from + 1 }, (_, i) => makeEntry(from + i, entry));
