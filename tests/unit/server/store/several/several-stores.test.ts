import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EventStore } from '../../../../../server/store/event-store.ts';
import { createSeveralStores } from '../../../../../server/store/several/several-stores.ts';
import { placeOf, type StoreMap } from '../../../../../server/store/several/store-map.ts';
import { reportLists } from '../../../../../shared/telemetry/playback-dimensions.ts';
import { fewCounted, foldAll, manyTime, storeManyPlaybacks } from '../../reports/many-playbacks.ts';
import { begun, fillStore, loaded, wholeTime } from '../../reports/playback-events.ts';
import { laterMs } from '../../reports/viewing-events.ts';
import { datedSid } from '../../support/log-batches.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openFileWithoutThread } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const map: StoreMap = [{ fromDay: 0, stores: ['a', 'b', 'c'] }];
const away = { code: 'STORE_AWAY' as const, message: 'away' };

function open(known: StoreMap | null = map) {
  const directory = tempDirectory();
  const members = ['a', 'b', 'c'].map((name) => ({
    name,
    store: openFileWithoutThread(join(directory, `${name}.sqlite`), fewCounted),
  }));
  const stores = Object.fromEntries(members.map(({ name, store }) => [name, store]));
  return { stores, members, several: createSeveralStores(members, () => known) };
}

const openOne = () => openFileWithoutThread(join(tempDirectory(), 'one.sqlite'), fewCounted);

/** All of it, without what numbers the rows of a store. */
function withoutRows<T extends { errors: { row: number }[] }>(report: T) {
  return { ...report, errors: report.errors.map(({ row: _, ...error }) => error) };
}

const sids = Array.from({ length: 60 }, (_, n) => datedSid(20_000, n));

test('all events of a document are in its store, also repeated ones, and receipts come from there', async () => {
  const { several, stores } = open();
  for (const sid of sids)
    for (const seqs of [[1, 2], [2, 3], [5]]) await several.insertBatch(storeBatch(seqs, { sid }));
  for (const sid of sids) {
    const own = stores[placeOf(map, sid)] as EventStore;
    const receipt = {
      ok: true,
      value: {
        stored: [
          [1, 3],
          [5, 5],
        ],
      },
    };
    expect(await several.storedRanges(sid, 1)).toMatchObject(receipt);
    expect(await own.storedRanges(sid, 1)).toMatchObject(receipt);
  }
  const summary = await several.summary();
  expect(summary).toMatchObject({ events: 240, duplicates: 60, clients: 60, missing: 60 });
  const rows = await Promise.all(several.feeds().map(({ events }) => events.after(0, 1_000)));
  expect(rows.map(({ length }) => length > 0)).toEqual([true, true, true]);
  expect(new Set(rows.flat().map(({ sid, seq }) => `${sid} ${seq}`)).size).toBe(240);
});

test('a document is read from its store, and found in all of them by its playback', async () => {
  const { several } = open();
  for (const [n, sid] of sids.entries())
    await several.insertBatch(storeBatch([], { sid, events: [begun(1, `cpn-${n % 20}`)] }));
  for (const [n, sid] of sids.entries()) {
    expect(await several.documents.read(sid, 1)).toMatchObject({ sid, events: [{ seq: 1 }] });
    const alike = sids.filter((_, index) => index % 20 === n % 20);
    expect((await several.documents.withPlayback(`cpn-${n % 20}`)).sort()).toEqual(alike.sort());
  }
  expect(await several.documents.read(datedSid(20_000, 99), 1)).toBeNull();
});

test('few playbacks give the same report as in one store', async () => {
  const { several } = open();
  const one = openOne();
  for (const store of [several, one]) await fillStore(store, { documents: 60 });
  for (const filter of [wholeTime, { ...wholeTime, videoId: 'video-a' }]) {
    const report = withoutRows(await several.reports.dashboard(filter));
    const wanted = withoutRows(await one.reports.dashboard(filter));
    // Playbacks of the same moment have no order.
    const latest = (of: typeof report) => of.latest.map(({ receivedMs }) => receivedMs);
    expect({ ...report, latest: latest(report) }).toEqual({ ...wanted, latest: latest(wanted) });
    expect(await several.reports.overview(filter)).toEqual(await one.reports.overview(filter));
    expect(await several.reports.cost(filter)).toEqual(await one.reports.cost(filter));
    expect(await several.reports.audience(filter, laterMs)).toEqual(
      await one.reports.audience(filter, laterMs),
    );
  }
});

test('a store with stored sums and one that is counted give the same report as one store', async () => {
  const { several, stores } = open();
  const one = openOne();
  const [many, few] = [stores.a as EventStore, stores.b as EventStore];
  await several.foldPlaybacks();
  await one.foldPlaybacks();
  for (const store of [many, one]) await storeManyPlaybacks(store);
  for (const store of [few, one]) await fillStore(store, { documents: 60 });
  await foldAll(several);
  await foldAll(one);
  const filter = { ...manyTime, fromMs: 0 };
  expect((await many.reports.part(filter)).figures).toHaveProperty('sums');
  expect((await few.reports.part(filter)).figures).toHaveProperty('playbacks');
  const { totals, steps, ...report } = await several.reports.dashboard(filter);
  const wanted = await one.reports.dashboard(filter);
  const lists = Object.values(reportLists);
  for (const name of ['failures', 'refusals', 'videos', ...lists, 'firstFrames', 'intake'] as const)
    expect(report[name], name).toEqual(wanted[name]);
  for (const name of ['startMs', 'rebufferPercent'] as const)
    expect(report[name], name).toEqual(wanted[name]);
  expect(steps).toEqual(wanted.steps);
  const { watchedMs, rebufferMs, ...counts } = totals;
  expect(wanted.totals).toMatchObject(counts);
  // Sums of fractions depend on their order.
  expect(watchedMs).toBeCloseTo(wanted.totals.watchedMs);
  expect(rebufferMs).toBeCloseTo(wanted.totals.rebufferMs);
});

test('a report whose playbacks are cut at different moments begins at the latest of them in all stores', async () => {
  const { several, stores } = open();
  await storeManyPlaybacks(stores.a as EventStore);
  for (const [n, receivedMs] of [manyTime.fromMs, manyTime.toMs - 1].entries())
    await (stores.b as EventStore).insertBatch(
      storeBatch([], {
        sid: datedSid(20_000, n),
        receivedMs,
        events: [loaded(1, 'https://a.example/page'), begun(2, 'one', 'video-a')],
      }),
    );
  const filter = { ...manyTime, videoId: 'video-a', host: 'https://a.example' };
  const report = await several.reports.dashboard(filter);
  const cut = report.countedFromMs.figures;
  expect(cut).toBeGreaterThan(manyTime.fromMs);
  let counted = 0;
  for (const { playbackRows } of several.feeds()) {
    const rows = await playbackRows({ ...filter, fromMs: cut ?? filter.fromMs }, null, 1_000);
    counted += rows.length;
  }
  expect(report.totals.playbacks).toBe(counted);
});

test('while one store is away, documents of the others are stored', async () => {
  const { members, stores } = open();
  const broken = members.map((member) =>
    member.name === 'b'
      ? {
          ...member,
          store: {
            ...member.store,
            insertBatch: async () => ({ ok: false as const, error: away }),
          },
        }
      : member,
  );
  const several = createSeveralStores(broken, () => map);
  for (const sid of sids) {
    const result = await several.insertBatch(storeBatch([1], { sid }));
    expect(result.ok).toBe(placeOf(map, sid) !== 'b');
  }
  expect(await (stores.b as EventStore).summary()).toMatchObject({ events: 0 });
});

test('while it is not known where documents are, nothing is stored or read, and nothing else fails', async () => {
  const { several } = open(null);
  const answer = { ok: false, error: { code: 'STORE_AWAY' } };
  expect(await several.insertBatch(storeBatch([1]))).toMatchObject(answer);
  expect(await several.storedRanges('a'.repeat(32), 1)).toMatchObject(answer);
  expect(await several.probeWrite({ needsRoom: false })).toMatchObject(answer);
  await expect(several.summary()).rejects.toMatchObject({ failure: { code: 'STORE_AWAY' } });
  await expect(several.viewers.feedbackOf('v', '')).rejects.toMatchObject({
    failure: { code: 'STORE_AWAY' },
  });
  const failed = { failure: { code: 'STORE_AWAY' } };
  await expect(several.documents.withPlayback('cpn')).rejects.toMatchObject(failed);
  await expect(several.documents.read('a'.repeat(32), 1)).rejects.toMatchObject(failed);
  expect(() => several.feeds()).toThrow();
  await expect(several.reports.overview(wholeTime)).rejects.toMatchObject({
    failure: { code: 'STORE_AWAY' },
  });
});

test('a document of a store that this server does not know is refused, not placed elsewhere', async () => {
  const later: StoreMap = [{ fromDay: 0, stores: ['a', 'b', 'c', 'd'] }];
  const { several, members } = open(later);
  for (const sid of sids) {
    const result = await several.insertBatch(storeBatch([1], { sid }));
    expect(result.ok).toBe(placeOf(later, sid) !== 'd');
  }
  const stored = await Promise.all(members.map(({ store }) => store.summary()));
  expect(stored.reduce((sum, { events }) => sum + events, 0)).toBeLessThan(sids.length);
});
