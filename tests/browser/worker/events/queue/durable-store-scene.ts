import { pageClock } from '../../../../../src/page/page-clock.ts';
import { createDurableStore } from '../../../../../worker/events/queue/durable-store.ts';
import { openLogDatabase } from '../../../../../worker/events/queue/log-database.ts';
import type {
  DurableStore,
  QueueStore,
  RowAdoption,
} from '../../../../../worker/events/queue/queue-store.ts';
import type { RemovalReason } from '../../../../../worker/events/queue/read-rows.ts';
import { createRowAdoption } from '../../../../../worker/events/queue/row-adoption.ts';
import {
  type ArrivalRow,
  type RequestDraft,
  requestTo,
} from '../../../../../worker/events/queue/stored-rows.ts';
import { connectDatabase } from '../../../../../worker/storage/data/database-connection.ts';
import { endServices, newSid, seqsFrom } from '../../../run-services.ts';

const context = { client: { clientName: 'browser-test', clientVersion: '1', hl: 'en' } };

/** The state of a test of the store; new before each test. */
interface StoreScene {
  store: DurableStore & RowAdoption & Pick<QueueStore, 'claim' | 'remove'>;
  sid: string;
  removed: [reason: string, rowCount: number][];
}

export const scene = {} as StoreScene;

export async function startScene(): Promise<void> {
  scene.sid = newSid();
  scene.removed = [];
  const deps = {
    connection: connectDatabase(openLogDatabase, pageClock),
    newId: newSid,
    onRemoved: (reason: RemovalReason, rowCount: number) => scene.removed.push([reason, rowCount]),
  };
  const store = createDurableStore(deps);
  scene.store = {
    ...store,
    ...createRowAdoption(deps),
    claim: async (owner, nowMs) => (await store.lease(owner, nowMs, 1, []))[0] ?? null,
    async remove(row) {
      await store.lease(row.owner, 0, 0, [row]);
    },
  };
}

export async function endScene(): Promise<void> {
  scene.store.close();
  await endServices();
}

const makeEvents = (from: number, to: number) =>
  seqsFrom(from, to).map((seq) => ({
    seq,
    tier: 100 as const,
    endpoint: 'log_event' as const,
    json: `{"seq":${seq}}`,
  }));

export function arrival(from: number, to: number, storedMs = 0): ArrivalRow {
  return { sid: scene.sid, lastSeq: to, context, storedMs, events: makeEvents(from, to) };
}

export function draft(from: number, to: number): RequestDraft {
  const events = makeEvents(from, to);
  return {
    sid: scene.sid,
    owner: scene.sid,
    ...requestTo('log_event'),
    context,
    events,
    clientEventId: 'id',
    timestamp: 0,
  };
}
