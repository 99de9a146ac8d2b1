import type { News } from '../../../../../shared/rpc/news.ts';
import {
  type LogService,
  startLogService,
} from '../../../../../worker/events/batching/log-service.ts';
import type { DurableStore } from '../../../../../worker/events/queue/queue-store.ts';
import type { RequestRow } from '../../../../../worker/events/queue/stored-rows.ts';
import type { Outcome } from '../../../../../worker/events/sending/delivery.ts';
import { createFakeClock, type FakeClock } from '../../../fake-clock.ts';
import { online, sid } from '../make-events.ts';
import { makeLogQueue } from '../queue/make-log-queue.ts';

/** The state of a test of the log service; new before each test. */
interface LogServiceScene {
  clock: FakeClock;
  news: News[];
  /** The types of news, in order; those sent without urgency are `later`. */
  urgent: string[];
  /** The `stored` news. */
  stored: News[];
  sent: RequestRow[];
  outcome: Outcome;
  /** The reported values of whether events wait. */
  queued: boolean[];
  lost: { reason: string; count: number; isOwn: boolean }[];
}

export const scene = {} as LogServiceScene;

export function startScene(): void {
  scene.clock = createFakeClock();
  scene.news = [];
  scene.urgent = [];
  scene.stored = [];
  scene.sent = [];
  scene.lost = [];
  scene.queued = [];
  scene.outcome = { type: 'delivered', rejectedSeqs: [] };
}

/** @param durable a memory store that reports itself as durable */
export function start(durable: DurableStore | null = null): Promise<LogService> {
  return startLogService({
    sid,
    queue: makeLogQueue({ clock: scene.clock, durable }),
    async deliver(request) {
      scene.sent.push(request);
      return scene.outcome;
    },
    connectivity: online,
    clock: scene.clock,
    random: () => 1,
    postNews(item, isUrgent) {
      (item.type === 'stored' ? scene.stored : scene.news).push(item);
      scene.urgent.push(isUrgent === true ? item.type : `${item.type} later`);
    },
    onLost: (loss) => scene.lost.push(loss),
    onSent: () => {},
    onQueued: (isQueued) => scene.queued.push(isQueued),
  });
}
