import { expect, test } from 'vitest';
import type { Experiment } from '../../../../server/experiments/experiment.ts';
import { experimentsLimits } from '../../../../server/experiments/experiments-limits.ts';
import {
  type ExperimentsDeps,
  runExperiments,
} from '../../../../server/experiments/run-experiments.ts';
import type { ServerOptions } from '../../../../server/options/server-options.js';
import type { EventStore } from '../../../../server/store/event-store.ts';
import { StoreError } from '../../../../server/store/store-problem.ts';
import type { WebhookNews } from '../../../../server/webhooks/webhook-message.ts';
import { pageEvents } from '../reports/experiment-events.ts';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread } from '../support/store-place.ts';
import { exampleExperiment } from './example-experiment.ts';

const everyone = exampleExperiment({ share: 0.5 });
const limits: ServerOptions['retreats'] = [{ measure: 'first_frame_p75', percent: 10 }];

/** A server of a store, and what it says. */
function server(
  store: Pick<EventStore, 'experiments' | 'reports'>,
  {
    experiments = [everyone],
    retreats = limits,
    noteEnd,
  }: Partial<Pick<ExperimentsDeps, 'noteEnd'>> & {
    experiments?: Experiment[];
    retreats?: ServerOptions['retreats'];
  } = {},
) {
  const [said, news]: [string[], WebhookNews[]] = [[], []];
  const ran = runExperiments(experiments, retreats, {
    store,
    log: { info() {}, error() {}, warn: (_code, sentence) => said.push(sentence) },
    noteEnd: noteEnd ?? ((_key, one) => news.push(one)),
    now: () => 1_000,
    random: () => 0,
  });
  return { ...ran, said, news };
}

/** Each arm has twice the pages that a comparison needs. */
const pageCount = 200;

/**
 * Stores pages of both arms.
 * @param factor by which the first frame takes longer with it
 */
async function storePages(
  store: EventStore,
  factor: number,
  { first = 0, receivedMs = 1_000 } = {},
): Promise<void> {
  for (let n = first; n < first + pageCount; n++) {
    const arm = 1 + (n % 2);
    const startMs = (arm === 2 ? factor : 1) * (300 + ((Math.floor(n / 2) * 37) % 400));
    const events = pageEvents({ arms: [arm], playback: { startMs } });
    await store.insertBatch(storeBatch([], { sid: datedSid(0, n), receivedMs, events }));
  }
}

test('no page takes part before the store has said that the experiment has not been ended', async () => {
  const store = await openWithoutThread();
  const one = server(store);
  expect(one.areRunning()).toBe(false);
  expect(one.assign({ hasRuntime: false }).experimentIds).toEqual([]);
  await one.look();
  expect(one.areRunning()).toBe(true);
  expect(one.assign({ hasRuntime: false }).experimentIds).toEqual([everyone.arms.treatment]);
});

test('an experiment that makes a measure worse than its limit ends by itself, on all servers and for good [feature-retreat]', async () => {
  const store = await openWithoutThread();
  const [one, other] = [server(store), server(store)];
  for (const each of [one, other]) await each.look();
  await storePages(store, 1.5);
  await one.look();
  expect(one.areRunning()).toBe(false);
  expect(one.assign({ hasRuntime: false }).experimentIds).toEqual([]);
  expect(one.said).toEqual([
    expect.stringMatching(
      /^The experiment "fast" has ended, because it changes first_frame_p75 by 50 % \(between \d+ % and \d+ %\), and --retreat allows 10 %\. New embeds are as before\. To try again, give it another name\.$/,
    ),
  ]);
  expect(one.news).toMatchObject([
    {
      type: 'experiment.ended',
      data: { experiment: 'fast', measure: 'first_frame_p75', limitPercent: 10 },
    },
  ]);
  await other.look();
  expect(other.areRunning()).toBe(false);
  await other.look();
  expect([other.said, other.news]).toEqual([one.said, one.news]);
  const restarted = server(store);
  await restarted.look();
  expect(restarted.areRunning()).toBe(false);
  expect(restarted.said).toEqual(one.said);
  expect(await restarted.report()).toMatchObject({
    experiments: [{ name: 'fast', state: 'ended', endedMs: 1_000, retreat: { limitPercent: 10 } }],
  });
  const again = server(store, {
    experiments: [
      exampleExperiment({ key: 'fast_2=0.5 flag', arms: { control: 3, treatment: 4 } }),
    ],
  });
  await again.look();
  expect(again.areRunning()).toBe(true);
  expect(await again.armNames()).toEqual({
    ...{ 1: 'fast, control', 2: 'fast' },
    ...{ 3: 'fast, control', 4: 'fast' },
  });
});

test('arms are found by the name of their experiment, also after it has got another share', async () => {
  const store = await openWithoutThread();
  const { filteredCount } = experimentsLimits;
  for (let n = 0; n <= filteredCount; n++) {
    const { key, arms, ...experiment } = exampleExperiment({ key: `fast ${n}` });
    const { name, share, effect } = experiment;
    const numbers = { control: arms.control + 2 * n, treatment: arms.treatment + 2 * n };
    await store.experiments.begin({ ...{ key, name, share, effect }, ...numbers, startedMs: n });
  }
  const one = server(store);
  expect(await one.armNumbers('slow')).toEqual([]);
  expect(await one.armNumbers('slow', 'control')).toEqual([]);
  const control = await one.armNumbers('fast', 'control');
  // The oldest one is left out.
  expect(control).toHaveLength(filteredCount);
  expect(control.at(-1)).toBe(3);
  expect(await one.armNumbers('fast', 'treatment')).toEqual(control.map((arm) => arm + 1));
  expect(await one.armNumbers('fast')).toHaveLength(2 * filteredCount);
  expect(await one.namesIn({ fromMs: 0, toMs: 1 })).toEqual(['fast']);
  expect(await one.namesIn({ fromMs: 0, toMs: 0 })).toEqual([]);
});

test('an experiment within its limits goes on, and so does a worse one without limits', async () => {
  const store = await openWithoutThread();
  await server(store).look();
  await storePages(store, 1);
  const within = server(store);
  await within.look();
  expect(within.areRunning()).toBe(true);

  const worse = await openWithoutThread();
  await server(worse).look();
  await storePages(worse, 3);
  const unlimited = server(worse, { retreats: [] });
  await unlimited.look();
  expect(unlimited.areRunning()).toBe(true);
});

test('while the store is away experiments stay as they are', async () => {
  const store = await openWithoutThread();
  const problem = { code: 'STORE_AWAY', message: 'It is away.' } as const;
  let isAway = false;
  const one = server({
    reports: store.reports,
    experiments: {
      ...store.experiments,
      list: async () => {
        if (isAway) throw new StoreError(problem);
        return store.experiments.list();
      },
    },
  });
  await one.look();
  isAway = true;
  await expect(one.look()).rejects.toThrow(StoreError);
  expect(one.areRunning()).toBe(true);
});

test('a report has experiments of other servers too, the latest ten', async () => {
  const store = await openWithoutThread();
  for (let n = 0; n < 12; n++)
    await store.experiments.begin({
      ...{ key: `key ${n}`, name: `old_${n}`, share: 0.1, effect: 'runtime=main' },
      ...{ control: 100 + n, treatment: 200 + n, startedMs: n },
    });
  const one = server(store);
  await one.look();
  const { experiments } = await one.report();
  expect(experiments.map(({ name, state }) => [name, state])).toEqual([
    ['fast', 'running'],
    ...Array.from({ length: 9 }, (_, n) => [`old_${11 - n}`, 'stopped']),
  ]);
  expect(experiments[1]).toMatchObject({ effect: 'runtime=main', comparisons: expect.any(Array) });
  expect(experiments[1]?.comparisons).toHaveLength(12);
});

test('an experiment ends even if its end cannot be reported yet, and it is reported later', async () => {
  const store = await openWithoutThread();
  const first = server(store);
  await first.look();
  await storePages(store, 1.5);
  let isFull = true;
  const noted: string[] = [];
  const one = server(store, {
    noteEnd: (key) => {
      if (isFull) throw new Error('The disk is full.');
      noted.push(key);
    },
  });
  await expect(one.look()).rejects.toThrow('The disk is full.');
  expect(one.areRunning()).toBe(false);
  isFull = false;
  await one.look();
  expect(noted).toEqual([everyone.key]);
});

test('only playbacks while an experiment runs are compared, and one that has ended is compared no more', async () => {
  const store = await openWithoutThread();
  await server(store).look();
  await storePages(store, 3, { receivedMs: 999 });
  const one = server(store);
  await one.look();
  expect(one.areRunning()).toBe(true);
  await storePages(store, 3, { first: pageCount });
  let compared = 0;
  const counted = server({
    experiments: store.experiments,
    reports: {
      ...store.reports,
      experiment: (question) => {
        compared += 1;
        return store.reports.experiment(question);
      },
    },
  });
  await counted.look();
  await counted.look();
  expect([counted.areRunning(), compared]).toEqual([false, 1]);
  await storePages(store, 1, { first: 2 * pageCount, receivedMs: 1_500 });
  const [ended] = (await counted.report()).experiments;
  // It ended at 1,000, and what comes at that moment or later is not part of it.
  expect(ended?.comparisons[1]).toMatchObject({ control: { count: 0 } });
});
