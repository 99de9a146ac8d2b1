import type { News } from '../../../../../shared/rpc/news.ts';
import type { LogQueue } from '../../../../../worker/events/queue/log-queue.ts';
import { createMemoryStore } from '../../../../../worker/events/queue/memory-store.ts';
import type { DurableStore } from '../../../../../worker/events/queue/queue-store.ts';
import type { Outcome } from '../../../../../worker/events/sending/delivery.ts';
import {
  createSender,
  type Sender,
  type SenderDeps,
} from '../../../../../worker/events/sending/sender.ts';
import { createFakeClock, type FakeClock } from '../../../fake-clock.ts';
import { makeEvents, online } from '../make-events.ts';
import { makeLogQueue } from '../queue/make-log-queue.ts';

export const failed = {
  type: 'failed',
  reason: 'the intake answered 500',
  retryAfterMs: null,
  isUnreached: false,
  isDoubtful: true,
} as const;
export const rejected = { type: 'rejected', reason: '403' } as const;
export const delivered: Outcome = { type: 'delivered', rejectedSeqs: [] };

/** The state of a test of the sender; new before each test. */
interface SenderScene {
  clock: FakeClock;
  queue: LogQueue;
  sender: Sender;
  /** Results from the front; `delivered` when empty. */
  outcomes: (Outcome | Promise<Outcome>)[];
  /** Fixed results of requests, by id; they use none from the front. */
  fates: Record<number, Outcome>;
  attempts: { atMs: number; id: number; sendCount: number; isCompressible: boolean }[];
  log: string[];
  states: News[];
  startMs: number;
}

export const scene = {} as SenderScene;

export function startScene(): void {
  scene.clock = createFakeClock();
  scene.startMs = scene.clock.now();
  scene.outcomes = [];
  scene.fates = {};
  scene.attempts = [];
  scene.log = [];
  scene.states = [];
  create(null);
}

export function create(
  durable: DurableStore | null,
  memory = createMemoryStore(),
  connectivity: SenderDeps['connectivity'] = online,
): void {
  scene.queue = makeLogQueue({ clock: scene.clock, durable, memory });
  scene.sender = createSender({
    claim: scene.queue.claim,
    connectivity,
    async deliver(request) {
      const { id, sendCount, options } = request;
      scene.attempts.push({
        atMs: scene.clock.now() - scene.startMs,
        id,
        sendCount,
        isCompressible: options.isCompressible,
      });
      return scene.fates[request.id] ?? (await scene.outcomes.shift()) ?? delivered;
    },
    clock: scene.clock,
    random: () => 1,
    onDelivered: (request) => scene.log.push(`delivered ${request.id}`),
    onDropped: (request, reason) => scene.log.push(`${reason} ${request.id}`),
    onEmpty: () => {},
    onState: (news) => scene.states.push(news),
  });
}

export async function form(count = 1): Promise<void> {
  for (let i = 0; i < count; i++) {
    await scene.queue.seal([
      {
        reason: 'debounce',
        endpoint: 'log_event',
        events: makeEvents(1, 100, i + 1),
      },
    ]);
  }
}
