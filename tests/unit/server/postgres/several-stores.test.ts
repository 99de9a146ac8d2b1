import { expect, onTestFinished, test } from 'vitest';
import {
  type OpenedStores,
  openPostgresStores,
} from '../../../../server/store/several/open-postgres-stores.ts';
import { createSeveralStores } from '../../../../server/store/several/several-stores.ts';
import { placeOf } from '../../../../server/store/several/store-map.ts';
import { postBatch } from '../intake/post-batch.ts';
import { datedSid, logBatch, logEvent } from '../support/log-batches.ts';
import {
  borrowDatabase,
  createDatabase,
  hostsOf,
  type TestDatabase,
} from '../support/postgres-database.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storeBatch } from '../support/store-batches.ts';

const dayMs = 86_400_000;
const today = 20_000;
const noon = (day: number) => (day + 0.5) * dayMs;
/** Nothing listens there. */
const awayUrl = (name: string) => `postgres://offstage@127.0.0.1:1/${name}`;

async function open(databases: readonly { hosts: TestDatabase['hosts'] }[], day = today) {
  const said: string[] = [];
  const errors: unknown[] = [];
  const opened = await openPostgresStores(
    databases.map(({ hosts }) => hosts),
    {
      warn: (sentence) => said.push(sentence),
      now: () => noon(day),
      lookAgainMs: 100,
      reportError: (error) => errors.push(error),
    },
  );
  if (opened.ok) onTestFinished(() => close(opened.value));
  return { opened, said, errors };
}

async function opened(databases: readonly TestDatabase[], day = today) {
  const { opened: result, said } = await open(databases, day);
  if (!result.ok) throw new Error(result.error.message);
  return { stores: result.value, said };
}

async function close({ members, stop }: OpenedStores): Promise<void> {
  await stop();
  for (const { store } of members) await store.close();
}

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1);
const mapIn = async (database: TestDatabase) =>
  (await database.sql('SELECT from_day, stores FROM store_map ORDER BY version')).map(
    ({ from_day, stores }) => [from_day, JSON.parse(String(stores))],
  );

test('a store that is added takes new documents from the day after tomorrow on, and no document moves', async () => {
  const [one, other] = [await borrowDatabase(), await borrowDatabase()];
  const alone = await startTestServer({ stores: [one.hosts] });
  const sid = datedSid(today, 1);
  await postBatch(alone, logBatch([logEvent(1)], { sid }));
  const { stores, said } = await opened([one, other]);
  const wanted = [
    [0, [nameOf(one)]],
    [today + 2, [nameOf(one), nameOf(other)]],
  ];
  expect(await mapIn(one)).toEqual(wanted);
  expect(await mapIn(other)).toEqual(wanted);
  expect(said).toEqual([
    `New documents are placed on ${nameOf(one)}, ${nameOf(other)} from 2024-10-06 on. Start every other server with all of these before that day.`,
  ]);
  expect(placeOf(stores.map() ?? [], sid)).toBe(nameOf(one));
  await close(stores);
  // Any order of the options, any later day: the map stays.
  const again = await opened([other, one], today + 50);
  expect(await mapIn(one)).toEqual(wanted);
  expect(again.said).toEqual([]);
});

test('a server with a single store learns that another server added one, and refuses documents of that one', async () => {
  const [one, other] = [await borrowDatabase(), await borrowDatabase()];
  const alone = await opened([one]);
  const map = alone.stores.map() ?? [];
  expect(map).toEqual([{ fromDay: 0, stores: [nameOf(one)] }]);
  const early = Array.from({ length: 10 }, (_, n) => datedSid(today, n));
  const later = Array.from({ length: 20 }, (_, n) => datedSid(today + 2, n));
  const store = createSeveralStores(alone.stores.members, alone.stores.map);
  for (const sid of [...early, ...later])
    expect(await store.storedRanges(sid, 1)).toMatchObject({ ok: true });
  await store.insertBatch(storeBatch([1], { sid: early[0] }));
  const both = await opened([one, other]);
  await expect.poll(() => alone.stores.map()).toHaveLength(2);
  expect(alone.said).toContain(
    `Documents are also in ${nameOf(other)}, which no --store names: add it. A store cannot be taken away while it holds documents.`,
  );
  const belongsHere = (sid: string) => placeOf(both.stores.map() ?? [], sid) === nameOf(one);
  expect(later.filter(belongsHere).length).toBeLessThan(later.length);
  for (const sid of [...early, ...later])
    expect(await store.storedRanges(sid, 1)).toMatchObject(
      belongsHere(sid) ? { ok: true } : { ok: false, error: { code: 'STORE_AWAY' } },
    );
});

test('a server with one of several stores does not start', async () => {
  const databases = [await borrowDatabase(), await borrowDatabase()] as const;
  await close((await opened(databases)).stores);
  for (const [index, database] of databases.entries())
    expect((await open([database])).opened).toMatchObject({
      ok: false,
      error: {
        code: 'STORE_MAP',
        message: expect.stringContaining(
          `Documents are also in ${nameOf(databases[1 - index] as TestDatabase)}`,
        ),
      },
    });
});

test('a single store that is away at the start takes all documents', async () => {
  const away = await open([{ hosts: hostsOf(awayUrl('films')) }]);
  if (!away.opened.ok) throw new Error(away.opened.error.message);
  expect(away.opened.value.map()).toEqual([{ fromDay: 0, stores: ['films'] }]);
  expect(away.said.join(' ')).not.toContain('must see all stores');
});

test('servers that add stores at the same time agree', async () => {
  // New ones, because the servers also make their tables at the same time.
  const databases = [await createDatabase(), await createDatabase(), await createDatabase()];
  const all = await Promise.all([1, 2, 3].map(() => opened(databases)));
  const maps = all.map(({ stores }) => JSON.stringify(stores.map()));
  expect(new Set(maps).size).toBe(1);
  for (const database of databases) expect(await mapIn(database)).toHaveLength(1);
});

test('a running server learns of a store that another one added, and places nothing on it', async () => {
  const [one, other, third] = [
    await borrowDatabase(),
    await borrowDatabase(),
    await borrowDatabase(),
  ];
  const running = await opened([one, other]);
  await opened([one, other, third]);
  await expect.poll(() => running.stores.map()).toHaveLength(2);
  expect(running.said).toContain(
    `Documents are also in ${nameOf(third)}, which no --store names: add it. A store cannot be taken away while it holds documents.`,
  );
});

test('stores that do not belong together end the start with one sentence', async () => {
  const [one, other, third] = [
    await borrowDatabase(),
    await borrowDatabase(),
    await borrowDatabase(),
  ];
  await close((await opened([one, other])).stores);
  const { opened: lacking } = await open([one, third]);
  expect(lacking).toMatchObject({
    ok: false,
    error: {
      code: 'STORE_MAP',
      message: expect.stringContaining(`Documents are also in ${nameOf(other)}`),
    },
  });
  await one.sql("UPDATE store_map SET stores = 'x'");
  expect((await open([one, other])).opened).toMatchObject({
    ok: false,
    error: { code: 'STORE_MAP', message: expect.stringContaining('is damaged') },
  });
});

test('while a store is away, a server that knows the map starts; one that does not waits for it', async () => {
  const [one, other] = [await borrowDatabase(), await borrowDatabase()];
  const away = { hosts: hostsOf(awayUrl(nameOf(other))) };
  const unknown = await open([one, away]);
  expect(unknown.opened).toMatchObject({ ok: true });
  expect(unknown.said).toContain(
    `The server must see all stores once, before it adds ${nameOf(one)} and ${nameOf(other)}; ${nameOf(other)} does not answer. Meanwhile players keep their events.`,
  );
  if (unknown.opened.ok) expect(unknown.opened.value.map()).toBeNull();
  await opened([one, other]);
  const known = await open([one, away]);
  if (known.opened.ok) expect(known.opened.value.map()).toHaveLength(1);
  else throw new Error(known.opened.error.message);
});
