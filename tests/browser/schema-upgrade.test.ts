import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServicesOn } from '../../worker/create-services.ts';
import { readPlatform } from '../../worker/platform.ts';
import { logDatabaseUpgrades, openLogDatabase, type Upgrade } from '../../worker/queue/log-database.ts';
import { intake } from './intake.ts';
import {
  documentIsGone,
  endServices,
  isBalanced,
  makeEntries,
  newSid,
  type RunningServices,
  readStore,
  runServices,
  seqsFrom,
  withStore,
} from './run-services.ts';

beforeEach(() => intake.reset());
afterEach(endServices);

/** A step that a later version may bring: another index on a store that holds events. */
const secondStep: Upgrade = (_db, tx) => {
  // Its name is no part of today's schema.
  tx.objectStore('requests').createIndex('byAge' as 'byOwner', 'timestampMs');
};
const versionTwo = [...logDatabaseUpgrades, secondStep];

function runNewer(sid = newSid()): RunningServices {
  return runServices('page', sid, (tell) =>
    createServicesOn(
      {
        ...readPlatform(),
        openDatabase: (onClosed, onRepaired) => openLogDatabase(onClosed, versionTwo, onRepaired),
      },
      tell,
    ),
  );
}

/** What a document of the first version leaves: 150 events in batches that failed, and 7 in none. */
async function logAsFirstVersion(running: RunningServices): Promise<void> {
  const { services, config } = running;
  await intake.mode({ answer: 'status', status: 503 });
  await services.start(config);
  await services.log(makeEntries(150));
  await services.flush();
  await services.log(makeEntries(7, 151));
  expect(await readStore(config.sid)).toEqual({ arrivals: seqsFrom(151, 157), requests: seqsFrom(1, 150) });
}

async function seqsOf(sid: string): Promise<number[]> {
  const { requests } = await intake.state();
  return requests
    .filter(({ answer, batch }) => answer === 'ok' && batch.sid === sid)
    .flatMap(({ batch }) => batch.events.map((event) => event.seq))
    .toSorted((a, b) => a - b);
}

const facts = () =>
  withStore(async (db) => ({
    version: db.version,
    indexes: [...db.transaction('requests').store.indexNames],
  }));

test('what the first version stored is delivered by a page of the second, each event once', async () => {
  const first = runServices('worker');
  await logAsFirstVersion(first);
  expect(await facts()).toEqual({ version: 1, indexes: ['byOwner'] });
  await first.kill();
  await documentIsGone(first.config.sid);
  await intake.mode({ answer: 'ok' });

  const second = runNewer();
  expect(await second.services.start(second.config)).toMatchObject({
    ok: true,
    value: { queue: 'indexeddb' },
  });
  expect(await facts()).toEqual({ version: 2, indexes: ['byAge', 'byOwner'] });
  await second.services.log(makeEntries(3));
  await intake.wait({ stored: 157 });
  await second.services.flush();
  expect(await seqsOf(first.config.sid)).toEqual(seqsFrom(1, 157));
  expect(await seqsOf(second.config.sid)).toEqual([1, 2, 3]);
  expect(await readStore(first.config.sid)).toEqual({ arrivals: [], requests: [] });
});

test('an open page of the first version gives way, keeps what it logs from then on in memory, and nothing is lost', async () => {
  const old = runServices('worker');
  await logAsFirstVersion(old);
  const newer = runNewer();
  expect(await newer.services.start(newer.config)).toMatchObject({ ok: true, value: { queue: 'indexeddb' } });

  expect(await old.services.log(makeEntries(5, 158))).toEqual({ isDurable: false });
  await intake.mode({ answer: 'ok' });
  // Its own batches are out of its reach; what it had not batched, and what came since, is not.
  await old.services.flush();
  expect(await seqsOf(old.config.sid)).toEqual(seqsFrom(151, 162));
  const accounting = await old.services.accounting();
  expect(accounting).toMatchObject({ created: 162, delivered: 12, queued: 150 });
  expect(isBalanced(accounting)).toBe(true);

  await old.kill();
  await documentIsGone(old.config.sid);
  const next = runNewer();
  await next.services.start(next.config);
  const { stored } = await intake.wait({ stored: 162 });
  expect(stored.filter((key) => key.startsWith(old.config.sid))).toHaveLength(162);
  await next.services.flush();
  expect(await readStore(old.config.sid)).toEqual({ arrivals: [], requests: [] });
});

test('a page of the first version that comes after the upgrade leaves the database alone, and delivers from memory', async () => {
  const newer = runNewer();
  await newer.services.start(newer.config);
  await newer.services.log(makeEntries(4));
  const old = runServices('worker');
  expect(await old.services.start(old.config)).toMatchObject({
    ok: true,
    value: { queue: 'memory', queueDenied: { code: 'INCOMPATIBLE_VERSION' } },
  });
  await old.services.log(makeEntries(2));
  expect(await old.services.flush()).toEqual({ ok: true, value: { delivered: 2, queued: 0 } });
  expect(await newer.services.flush()).toEqual({ ok: true, value: { delivered: 4, queued: 0 } });
});
