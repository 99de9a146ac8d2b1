import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  logDatabaseUpgrades,
  openLogDatabase,
  type Upgrade,
} from '../../../../../worker/events/queue/log-database.ts';
import { createServicesOn } from '../../../../../worker/services/create-services.ts';
import { readPlatform } from '../../../../../worker/services/platform.ts';
import { intake } from '../../../intake.ts';
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
} from '../../../run-services.ts';
import { deliveredSeqs } from './delivered-seqs.ts';

beforeEach(() => intake.reset());
afterEach(endServices);

/** A migration of a possible later version: another index on a store with events. */
const nextStep: Upgrade = (_db, tx) => {
  // Its name is not in the present schema.
  tx.objectStore('requests').createIndex('byAge' as 'byOwner', 'timestamp');
};
const nextVersion = [...logDatabaseUpgrades, nextStep];

function runNewer(sid = newSid()): RunningServices {
  return runServices('page', sid, (report) =>
    createServicesOn(
      {
        ...readPlatform(),
        openDatabase: (onClosed, onRepaired) => openLogDatabase(onClosed, nextVersion, onRepaired),
      },
      report,
    ),
  );
}

/** The rows of a document of this version: 150 events in failed batches, and 7 in none. */
async function logAsThisVersion(running: RunningServices): Promise<void> {
  const { services, config } = running;
  await intake.mode({ answer: 'status', status: 503 });
  await services.start(config);
  await services.log(makeEntries(150));
  await services.flush();
  await services.log(makeEntries(7, 151));
  expect(await readStore(config.sid)).toEqual({
    arrivals: seqsFrom(151, 157),
    requests: seqsFrom(1, 150),
  });
}

const facts = () =>
  withStore(async (db) => ({
    version: db.version,
    indexes: [...db.transaction('requests').store.indexNames],
  }));

test('events stored by this version are delivered by a page of the next, each once', async () => {
  const first = runServices('worker');
  await logAsThisVersion(first);
  expect(await facts()).toEqual({ version: 2, indexes: ['byOwner'] });
  await first.kill();
  await documentIsGone(first.config.sid);
  await intake.mode({ answer: 'ok' });

  const second = runNewer();
  expect(await second.services.start(second.config)).toMatchObject({
    ok: true,
    value: { queue: 'indexeddb' },
  });
  expect(await facts()).toEqual({ version: 3, indexes: ['byAge', 'byOwner'] });
  await second.services.log(makeEntries(3));
  await intake.wait({ stored: 157 });
  await second.services.flush();
  expect(await deliveredSeqs(first.config.sid)).toEqual(seqsFrom(1, 157));
  expect(await deliveredSeqs(second.config.sid)).toEqual([1, 2, 3]);
  expect(await readStore(first.config.sid)).toEqual({ arrivals: [], requests: [] });
});

test('an open page of this version closes its database when the next version opens it, keeps later events in memory, and loses none', async () => {
  const old = runServices('worker');
  await logAsThisVersion(old);
  const newer = runNewer();
  expect(await newer.services.start(newer.config)).toMatchObject({
    ok: true,
    value: { queue: 'indexeddb' },
  });

  expect(await old.services.log(makeEntries(5, 158))).toEqual({ isDurable: false });
  await intake.mode({ answer: 'ok' });
  // It cannot reach the batch that failed and is stored again, but still has the one that it had
  // taken too, the events that were not batched, and later ones.
  await old.services.flush();
  expect(await deliveredSeqs(old.config.sid)).toEqual(seqsFrom(101, 162));
  const accounting = await old.services.accounting();
  expect(accounting).toMatchObject({ created: 162, delivered: 62, queued: 100 });
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

test('a page of this version that opens after the upgrade leaves the database unchanged, and delivers from memory', async () => {
  const newer = runNewer();
  await newer.services.start(newer.config);
  await newer.services.log(makeEntries(4));
  const old = runServices('worker');
  expect(await old.services.start(old.config)).toMatchObject({
    ok: true,
    value: { queue: 'memory', queueDenied: { code: 'INCOMPATIBLE_VERSION' } },
  });
  await old.services.log(makeEntries(2));
  expect(await old.services.flush()).toMatchObject({ ok: true, value: { queued: 0 } });
  expect(await newer.services.flush()).toMatchObject({ ok: true, value: { queued: 0 } });
  expect((await intake.state()).stored).toHaveLength(6);
});
