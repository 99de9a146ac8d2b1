import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentLockName } from '../../../../../shared/rpc/document-lock.ts';
import type { CreateServices } from '../../../../../shared/rpc/rpc.ts';
import { createServicesOn } from '../../../../../worker/services/create-services.ts';
import { readPlatform } from '../../../../../worker/services/platform.ts';
import { intake } from '../../../intake.ts';
import {
  documentIsGone,
  endServices,
  makeEntries,
  newSid,
  readStore,
  runServices,
  seqsFrom,
} from '../../../run-services.ts';

beforeEach(() => intake.reset());
afterEach(endServices);

test('events of a killed document are delivered by the origin’s next document, once', async () => {
  const dead = runServices('worker');
  await intake.mode({ answer: 'close' });
  await dead.services.start(dead.config);
  await dead.services.log(makeEntries(150));
  // 150 are in a failed batch, 7 in none.
  await dead.services.flush();
  await dead.services.log(makeEntries(7, 151));
  await dead.kill();
  await documentIsGone(dead.config.sid);
  await intake.mode({ answer: 'ok' });

  const next = runServices('worker');
  await next.services.start(next.config);
  const { requests, stored } = await intake.wait({ stored: 157 });
  expect(stored.filter((key) => key.startsWith(dead.config.sid))).toHaveLength(157);
  const delivered = requests.filter((request) => request.answer === 'ok');
  expect(delivered.reduce((sum, request) => sum + request.batch.events.length, 0)).toBe(157);
  expect(delivered.every((request) => request.batch.sid === dead.config.sid)).toBe(true);
  await next.services.flush();
  expect(await readStore(dead.config.sid)).toEqual({ arrivals: [], requests: [] });
  // They are not events of the document that sent them.
  expect(await next.services.accounting()).toMatchObject({ created: 0, delivered: 0, queued: 0 });
  expect(next.news.filter((news) => news.type === 'delivered')).toEqual([]);
});

test('a worker that looks again adopts events of dead documents, and leaves those of living ones', async () => {
  let lateMs = 0;
  const platform = readPlatform();
  const drainer = runServices('page', newSid(), (report) =>
    createServicesOn(
      { ...platform, clock: { ...platform.clock, now: () => Date.now() + lateMs } },
      report,
    ),
  );
  await drainer.services.start(drainer.config);
  const living = runServices('worker');
  await living.services.start(living.config);
  await living.services.log(makeEntries(5));
  const dead = runServices('worker');
  await dead.services.start(dead.config);
  await dead.services.log(makeEntries(2));
  await dead.kill();
  await documentIsGone(dead.config.sid);

  // It looks just after it has sent something, at most once a minute.
  await drainer.services.log(makeEntries(1));
  await drainer.services.flush();
  expect(await readStore(dead.config.sid)).toEqual({ arrivals: [1, 2], requests: [] });
  lateMs = 60_000;
  await drainer.services.log(makeEntries(1, 2));
  await drainer.services.flush();

  const { stored } = await intake.wait({ stored: 4 });
  expect(stored.filter((key) => key.startsWith(dead.config.sid))).toHaveLength(2);
  expect(await readStore(living.config.sid)).toEqual({ arrivals: seqsFrom(1, 5), requests: [] });
  expect(await living.services.flush()).toEqual({ ok: true, value: { delivered: 5, queued: 0 } });
});

test('while the page of a dead worker lives, its lock keeps others from its events', async () => {
  const sid = newSid();
  const ofThePage = new AbortController();
  await new Promise<void>((held) => {
    const hold = () => {
      held();
      return new Promise<void>((release) =>
        ofThePage.signal.addEventListener('abort', () => release()),
      );
    };
    void navigator.locks.request(documentLockName(sid), { mode: 'shared' }, hold);
  });
  const first = runServices('worker', sid);
  await first.services.start(first.config);
  await first.services.log(makeEntries(3));
  await first.kill();
  // Only the page is left in the document.
  await expect.poll(async () => (await heldBy(sid)).length).toBe(1);

  const other = runServices('worker');
  await other.services.start(other.config);
  await other.services.flush();
  expect(await readStore(sid)).toEqual({ arrivals: [1, 2, 3], requests: [] });

  const second = runServices('worker', sid);
  await second.services.start(second.config);
  // They may already have been sent.
  expect(await second.services.flush()).toMatchObject({ ok: true, value: { queued: 0 } });
  expect((await intake.state()).stored).toHaveLength(3);
  ofThePage.abort();
});

test('without locks only age counts: young rows stay, and rows of 120 s are adopted', async () => {
  let lateMs = 0;
  const platform = readPlatform();
  const clock = { ...platform.clock, now: () => Date.now() + lateMs };
  const withoutLocks: CreateServices = (report) =>
    createServicesOn({ ...platform, locks: null, clock }, report);
  const silent = runServices('page', newSid(), withoutLocks);
  await silent.services.start(silent.config);
  await silent.services.log(makeEntries(4));

  const young = runServices('page', newSid(), withoutLocks);
  await young.services.start(young.config);
  await young.services.log(makeEntries(1));
  await young.services.flush();
  expect(await readStore(silent.config.sid)).toEqual({ arrivals: [1, 2, 3, 4], requests: [] });

  lateMs = 121_000;
  const late = runServices('page', newSid(), withoutLocks);
  await late.services.start(late.config);
  const { stored } = await intake.wait({ stored: 5 });
  expect(stored.filter((key) => key.startsWith(silent.config.sid))).toHaveLength(4);
});

test('ten documents at a time: every event arrives, none twice', async () => {
  const documents = Array.from({ length: 10 }, () => runServices('worker'));
  await Promise.all(
    documents.map(async ({ services, config }, i) => {
      await services.start(config);
      await services.log(makeEntries(120));
      if (i % 2 === 0) await services.flush();
    }),
  );
  for (const document of documents.slice(0, 9)) await document.kill();
  await documents[9]?.services.dispose();
  for (const document of documents) await documentIsGone(document.config.sid);
  const last = runServices('worker');
  await last.services.start(last.config);
  const { requests } = await intake.wait({ stored: 1_200 });
  expect(requests.reduce((sum, request) => sum + request.batch.events.length, 0)).toBe(1_200);
});

async function heldBy(sid: string): Promise<LockInfo[]> {
  const { held = [] } = await navigator.locks.query();
  return held.filter((lock) => lock.name === documentLockName(sid));
}
