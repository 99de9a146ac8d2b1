import { expect, test } from 'vitest';
import { StoreError } from '../../../../server/store/store-problem.ts';
import { watchBudgets } from '../../../../server/webhooks/watch-budgets.ts';
import { webhookLimits } from '../../../../server/webhooks/webhook-limits.ts';
import type { WebhookNews } from '../../../../server/webhooks/webhook-message.ts';
import { fieldReport } from '../reports/field-reports.ts';
import { datedSid } from '../support/log-batches.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, storePlace } from '../support/store-place.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import { noteNews } from './note-news.ts';

const day = 86_400_000;
const budgets = [{ measure: 'blocking_p75', figure: 'blockingMs', limit: 200 }] as const;

/** A store with measured embeds, and what is reported of them. */
async function watched(states = new Map<string, string>()) {
  const store = await openWithoutThread();
  const clock = { ms: 10 * day, isAway: false };
  const reported: WebhookNews[] = [];
  let embeds = 0;
  const look = watchBudgets(
    [...budgets],
    {
      store: {
        reports: {
          cost: async (filter) => {
            if (clock.isAway) throw new StoreError({ code: 'STORE_AWAY', message: 'It is away.' });
            return store.reports.cost(filter);
          },
        },
      },
      now: () => clock.ms,
    },
    states,
    noteNews(states, reported),
  );
  return {
    states,
    clock,
    /** Stores embeds that have blocked their pages for this long. */
    async measure(count: number, blockingMs: number) {
      for (let n = 0; n < count; n++) {
        embeds += 1;
        const longTasks = { count: 1, longestMs: blockingMs, blockingMs };
        const events = [fieldReport(1, { longTasks })];
        const sid = datedSid(0, embeds);
        await store.insertBatch(storeBatch([], { sid, receivedMs: clock.ms, events }));
      }
    },
    /** Looks ten minutes later. */
    async see(laterMs: number = webhookLimits.budgetsEveryMs) {
      clock.ms += laterMs;
      await look();
      return reported.splice(0).map(({ type, data }) => ({ type, ...data }));
    },
  };
}

test('a budget is reported once when embeds cost more, and once when they cost clearly less again [feature-budgets]', async () => {
  const { measure, see, clock } = await watched();
  await measure(49, 900);
  expect(await see()).toEqual([]);
  await measure(1, 900);
  expect(await see()).toEqual([
    {
      ...{ type: 'budget.exceeded', measure: 'blocking_p75', limit: 200 },
      ...{ p75: 900, embeds: 50, spanMs: day },
    },
  ]);
  expect(await see()).toEqual([]);
  // A day later, others count.
  clock.ms += day;
  await measure(50, 191);
  expect(await see()).toEqual([]);
  clock.ms += day;
  await measure(50, 190);
  expect(await see()).toMatchObject([{ type: 'budget.met', p75: 190, embeds: 50 }]);
  clock.ms += day;
  await measure(50, 200);
  expect(await see()).toEqual([]);
  await measure(50, 201);
  expect(await see()).toMatchObject([{ type: 'budget.exceeded', p75: 201, embeds: 100 }]);
});

test('too few embeds and an absent store say nothing, and a restart repeats no report', async () => {
  const one = await watched();
  one.clock.isAway = true;
  await one.measure(50, 900);
  expect(await one.see()).toEqual([]);
  one.clock.isAway = false;
  expect(await one.see()).toMatchObject([{ type: 'budget.exceeded' }]);
  const restarted = await watched(one.states);
  await restarted.measure(50, 900);
  expect(await restarted.see()).toEqual([]);
  // An empty day is no good day.
  restarted.clock.ms += 2 * day;
  expect(await restarted.see()).toEqual([]);
  await restarted.measure(50, 1);
  expect(await restarted.see()).toMatchObject([{ type: 'budget.met' }]);
});

test('a server watches its budgets', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  for (let n = 0; n < 50; n++) {
    const events = [fieldReport(1, { longTasks: { count: 1, longestMs: 900, blockingMs: 900 } })];
    const sid = datedSid(0, n);
    await store.insertBatch(storeBatch([], { sid, receivedMs: Date.now(), events }));
  }
  await store.close();
  const { url, received } = await startReceiver();
  await startTestServer({ ...place.options, webhooks: [url], budgets: [...budgets] });
  const types = () => received.map(({ body }) => JSON.parse(body).type);
  await expect.poll(types).toContain('budget.exceeded');
});

test('costs are asked for every ten minutes only', async () => {
  const { measure, see } = await watched();
  await measure(50, 100);
  expect(await see()).toEqual([]);
  await measure(150, 900);
  expect(await see(webhookLimits.budgetsEveryMs - 1)).toEqual([]);
  expect(await see(1)).toMatchObject([{ type: 'budget.exceeded' }]);
});
