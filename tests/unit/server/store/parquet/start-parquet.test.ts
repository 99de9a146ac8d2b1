import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMetrics } from '../../../../../server/operator/metrics/create-metrics.ts';
import { parquetLimits } from '../../../../../server/store/parquet/parquet-limits.ts';
import {
  createSpeaker,
  createStep,
  startParquet,
} from '../../../../../server/store/parquet/start-parquet.ts';
import { listenOnFreePort } from '../../support/listen-on-free-port.ts';
import { memoryFiles, writingProcess } from '../../support/parquet-process.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openStore } from '../../support/store-place.ts';

const hourMs = 3_600_000;

function signIn(): void {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'k3y').stubEnv('AWS_SECRET_ACCESS_KEY', 's3cret');
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** A server that writes, in a time that passes only while it pauses. */
async function startServer() {
  const store = await openStore();
  const to = memoryFiles();
  const [metrics, sentences] = [createMetrics(), [] as string[]];
  const clock = { nowMs: 10 * hourMs };
  const step = createStep(
    {
      name: 'sqlite',
      store,
      place: to.place,
      holder: crypto.randomUUID(),
      say: createSpeaker((sentence) => sentences.push(sentence)),
      signal: new AbortController().signal,
    },
    {
      metrics,
      warn: () => {},
      now: () => clock.nowMs,
      reportError: (error) => {
        throw error;
      },
    },
  );
  return {
    ...to,
    store,
    sentences,
    clock,
    step,
    /** Lets the server work until a time. @returns the number of its steps */
    async workUntil(ms: number): Promise<number> {
      let steps = 0;
      for (; clock.nowMs < ms; steps++) clock.nowMs += await step();
      return steps;
    },
    async values() {
      const shown = await metrics.read();
      const valueIn = (name: string) =>
        Number(new RegExp(`^offstage_parquet_${name}{store="sqlite"} (.*)$`, 'm').exec(shown)?.[1]);
      return {
        files: valueIn('files_total'),
        events: valueIn('events_total'),
        failures: valueIn('failures_total'),
        behind: valueIn('behind_seconds'),
      };
    },
  };
}

test('a storage that is away for a day gets everything, once, and costs two sentences', async () => {
  const { store, refuse, files, sentences, clock, workUntil, values } = await startServer();
  refuse('it cannot be reached');
  let seq = 0;
  let steps = 0;
  for (let hour = 10; hour < 34; hour++) {
    await store.insertBatch(storeBatch([++seq, ++seq], { receivedMs: clock.nowMs }));
    steps += await workUntil((hour + 1) * hourMs);
  }
  expect(sentences).toEqual([
    'The storage of --parquet does not take files (it cannot be reached). The events stay in the store, and are written once it does.',
  ]);
  const during = await values();
  expect(during.behind).toBeGreaterThan(22 * 3_600);
  // After a minute's pauses it asks every five minutes.
  expect(steps).toBeLessThan(24 * 14 + 70);
  expect(during.failures).toBeGreaterThan(23 * 12);
  expect(files.size).toBe(0);

  refuse(null);
  await workUntil(clock.nowMs + parquetLimits.againMaxMs + 1);
  expect(sentences.slice(1)).toEqual(['The storage of --parquet takes files again.']);
  expect([...files.values()].flat().map(({ seq }) => seq)).toEqual(
    Array.from({ length: seq }, (_, index) => index + 1),
  );
  // The hours of an outage have a file each, but for the one that was planned when it began.
  expect(await values()).toMatchObject({ files: 24, events: 48, behind: 0 });
});

test('each reason of a failure is said once, until the storage works again', async () => {
  const { store, refuse, sentences, step } = await startServer();
  await store.insertBatch(storeBatch([1], { receivedMs: hourMs }));
  for (const reason of ['one', 'two', 'one', 'two', 'one', null, 'one']) {
    refuse(reason);
    if (reason === 'one' && sentences.length === 3)
      await store.insertBatch(storeBatch([2], { receivedMs: hourMs }));
    await step();
  }
  expect(sentences.map((sentence) => /\((.*?)\)/.exec(sentence)?.[1] ?? sentence)).toEqual([
    'one',
    'two',
    'The storage of --parquet takes files again.',
    'one',
  ]);
});

test('pauses after failures become longer, and are short again after a success', async () => {
  const { store, refuse, step } = await startServer();
  await store.insertBatch(storeBatch([1], { receivedMs: hourMs }));
  refuse('away');
  const pauses = [];
  for (let failures = 0; failures < 9; failures++) pauses.push(await step());
  expect(pauses.map((ms) => ms / 1_000)).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  refuse(null);
  // A plan that had been made may not be the last one.
  expect(await step()).toBe(0);
  expect(await step()).toBe(parquetLimits.everyMs);
  refuse('away');
  await store.insertBatch(storeBatch([2], { receivedMs: hourMs }));
  expect(await step()).toBe(5_000);
});

test('a server that stops during an upload does not wait for a silent storage, and reports nothing', async () => {
  signIn();
  const store = await openStore();
  await store.insertBatch(storeBatch([1], { receivedMs: hourMs }));
  const longerThanTests: object = { uploadMs: 600_000, connectMs: 600_000 };
  const asked = Promise.withResolvers<void>();
  const { origin } = await listenOnFreePort(createServer(() => asked.resolve()));
  const target = { bucket: 'events', prefix: '', region: 'r1', endpoint: origin };
  const sentences: string[] = [];
  const stop = startParquet(target, [{ name: 'sqlite', store }], {
    metrics: createMetrics(),
    warn: (sentence) => sentences.push(sentence),
    now: () => 10 * hourMs,
    reportError: (error) => sentences.push(String(error)),
    limits: { ...parquetLimits, ...longerThanTests },
  });
  await asked.promise;
  await stop();
  expect(sentences).toEqual([]);
  // Another server may continue at once.
  const files = memoryFiles();
  const next = writingProcess(store, files.place);
  expect(await next.step(10 * hourMs)).toMatchObject({ count: 1 });
});

test('several stores are each written by itself, under their names', async () => {
  signIn();
  const names: string[] = [];
  const { origin } = await listenOnFreePort(
    createServer((request, response) => {
      request.resume().on('end', () => {
        names.push(decodeURIComponent(request.url ?? '').replace(/-[\da-f]{8}\.parquet.*/, ''));
        response.end();
      });
    }),
  );
  const stores = [];
  for (const name of ['one', 'the other/..']) {
    const store = await openStore();
    await store.insertBatch(storeBatch([1], { receivedMs: hourMs }));
    stores.push({ name, store });
  }
  const target = { bucket: 'events', prefix: 'p/', region: 'r1', endpoint: origin };
  const metrics = createMetrics();
  const stop = startParquet(target, stores, {
    metrics,
    warn: () => {},
    now: () => 10 * hourMs,
    reportError: () => {},
  });
  await expect.poll(() => names.length).toBe(2);
  await stop();
  expect(names.sort().map((name) => name.replace(/\d+-\d+$/, 'ROWS'))).toEqual([
    '/events/p/day=1970-01-01/hour=01/one-ROWS',
    '/events/p/day=1970-01-01/hour=01/the_other_..-ROWS',
  ]);
});
