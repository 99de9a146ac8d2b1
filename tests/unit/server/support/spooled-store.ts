import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AcceptedBatch, EventStore } from '../../../../server/store/event-store.ts';
import { openSpool } from '../../../../server/store/spool/open-spool.ts';
import { spoolWrites } from '../../../../server/store/spool/spool-writes.ts';
import { openStore } from './store-place.ts';
import { tempDirectory } from './temp-directory.ts';

type State = 'up' | 'away' | 'silent' | 'broken';

export const away = {
  ok: false,
  error: { code: 'STORE_AWAY', message: 'The event store cannot be reached.' },
} as const;

/** The store fails with batches of this document. */
export const refusedSid = 'sid-that-is-refused';

/** A real store that can be cut off. A write that it leaves unanswered waits for `answer`. */
function cutOff(store: EventStore) {
  let state: State = 'up';
  const unanswered: (() => void)[] = [];
  const through =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args) => {
      if (state === 'away') return away as never;
      if (state === 'broken') throw new Error('no such column');
      if (state === 'silent')
        await new Promise<void>((resolve) => {
          unanswered.push(resolve);
        });
      return work(...args);
    };
  return {
    become(next: State) {
      state = next;
    },
    answer() {
      state = 'up';
      for (const resolve of unanswered.splice(0)) resolve();
    },
    store: {
      ...store,
      insertBatch: through(async (batch: AcceptedBatch) => {
        if (batch.sid === refusedSid) throw new Error('constraint failed');
        return store.insertBatch(batch);
      }),
      insertProviderLog: through(store.insertProviderLog),
      insertError: through(store.insertError),
    },
  };
}

interface Given {
  file?: string;
  maxBytes?: number;
  storeName?: string;
  state?: State;
  slowMs?: number;
}

/** A server's store with a spool before it. Ends with the test. */
export async function startSpooledStore({
  file = join(tempDirectory(), 'spool.sqlite'),
  maxBytes = 1_000_000,
  storeName = 'sqlite',
  state = 'up',
  slowMs = 60_000,
}: Given = {}) {
  const inner = await openStore();
  const cut = cutOff(inner);
  cut.become(state);
  const said: string[] = [];
  const errors: unknown[] = [];
  const counts: Record<string, number> = {};
  const spool = openSpool(file, { maxBytes, storeName, warn: (sentence) => said.push(sentence) });
  const store = spoolWrites(cut.store, spool, {
    reportError: (error) => errors.push(error),
    warn: (sentence) => said.push(sentence),
    note(outcome, count) {
      counts[outcome] = (counts[outcome] ?? 0) + count;
    },
    slowMs,
    retryMs: 5,
  });
  onTestFinished(() => store.close());
  const storedSeqs = async () => (await inner.events.after(0, 100)).map(({ seq }) => seq);
  return { ...cut, inner, store, spool, file, said, errors, counts, storedSeqs };
}
