import { expect, test } from 'vitest';
import { storeBatch } from '../support/store-batches.ts';
import { openStore } from '../support/store-place.ts';

const dayMs = 86_400_000;

test('the database’s clock is a second witness: while the two differ by more than an hour nothing expires', async () => {
  const store = await openStore();
  const startMs = Date.now() - 40 * dayMs;
  await store.maintain({ nowMs: startMs, upMs: 0, keepDays: null });
  await store.insertBatch(storeBatch([1, 2], { receivedMs: startMs }));
  // The process has run for as long as its clock says, and yet the clock is wrong.
  const wanted = { upMs: 42 * dayMs, keepDays: 31, asksWitness: true };
  const ahead = await store.maintain({ ...wanted, nowMs: Date.now() + 2 * dayMs });
  expect(ahead).toMatchObject({
    value: {
      refusal: expect.stringMatching(
        /^This server’s clock says 20[\d-]+T[\d:]+Z and the database’s says 20[\d-]+T[\d:]+Z, so nothing expires until they agree/,
      ),
    },
  });
  expect(await store.summary()).toMatchObject({ events: 2 });
  expect(await store.maintain({ ...wanted, nowMs: Date.now() })).toMatchObject({
    value: { refusal: null },
  });
  expect(await store.summary()).toMatchObject({ events: 0, expired: { events: 2 } });
});
