import { expect, test } from 'vitest';
import { createStoreWatch } from '../../../../server/health/store-watch.ts';
import type { StoreSummary } from '../../../../server/store/event-store.ts';
import { StoreError } from '../../../../server/store/store-driver.ts';
import { openStore } from '../support/store-place.ts';

/** A store that answers when it is told to. */
function slowStore() {
  const waiting: { resolve: (summary: StoreSummary) => void; reject: (error: Error) => void }[] = [];
  return {
    waiting,
    summary: () =>
      new Promise<StoreSummary>((resolve, reject) => {
        waiting.push({ resolve, reject });
      }),
  };
}

const nothing = { reportError: () => {} };

test('a store that answers is told of as it is', async () => {
  const store = await openStore();
  expect(await createStoreWatch(store, nothing).ask()).toEqual({ ok: true, value: await store.summary() });
});

test('a store that hangs is silent, and gets one question however many ask', async () => {
  const store = slowStore();
  const watch = createStoreWatch(store, { ...nothing, answerMs: 5 });
  const silent = {
    ok: false,
    error: {
      code: 'STORE_SILENT',
      message: 'The event store has not answered for 0.005 s; ask again later.',
    },
  };
  expect(await Promise.all([watch.ask(), watch.ask()])).toEqual([silent, silent]);
  expect(await watch.ask()).toEqual(silent);
  expect(store.waiting).toHaveLength(1);
  // Once it answers, that answer is of the past for those who ask next.
  const summary = await (await openStore()).summary();
  store.waiting[0]?.resolve(summary);
  await expect.poll(() => watch.ask().then(() => store.waiting.length)).toBe(2);
});

test('a store that says what is wrong is believed, and nobody is told twice', async () => {
  const store = slowStore();
  const reported: unknown[] = [];
  const watch = createStoreWatch(store, { reportError: (error) => reported.push(error) });
  const failure = { code: 'STORE_AWAY', message: 'It is away.' } as const;
  const asked = watch.ask();
  store.waiting[0]?.reject(new StoreError(failure));
  expect(await asked).toEqual({ ok: false, error: failure });
  expect(reported).toEqual([]);
});

test('what nobody expected goes to the operator, and outside it has no cause', async () => {
  const store = slowStore();
  const reported: unknown[] = [];
  const watch = createStoreWatch(store, { reportError: (error) => reported.push(error) });
  const asked = watch.ask();
  store.waiting[0]?.reject(new Error('disk of /secret/path'));
  const answer = await asked;
  expect(answer).toMatchObject({ ok: false, error: { code: 'STORE_UNAVAILABLE' } });
  expect(JSON.stringify(answer)).not.toContain('secret');
  expect(reported).toMatchObject([{ message: 'disk of /secret/path' }]);
});
