import { expect, test } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import type { ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, type StorePlace, storePlace } from '../support/store-place.ts';
import { loadedWith, nameAll, storeWith } from './custom-events.ts';
import { foldAll } from './many-playbacks.ts';
import { begun, wholeTime } from './playback-events.ts';
import { audienceOf } from './viewing-events.ts';

const sections = ['sports', 'news', ''];
const plans = ['free', ''];
const loads = Array.from({ length: 30 }, (_, n) => ({
  section: sections[n % 3] ?? '',
  plan: plans[n % 2] ?? '',
}));
type Load = (typeof loads)[number];

function counts(values: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const value of values) found[value] = (found[value] ?? 0) + 1;
  return found;
}

async function startFilled(names: readonly string[]) {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const named = await nameAll(store, names);
  await Promise.all(loads.map((values, n) => storeWith(store, n, values)));
  return { place, store, named };
}

const namesIn = (groups: readonly { name: string; playbacks?: number; viewings?: number }[]) =>
  Object.fromEntries(groups.map(({ name, playbacks, viewings }) => [name, playbacks ?? viewings]));

/** Playbacks of each section, by the sums of a day and by the playbacks themselves. */
async function sumsAndPlaybacks({ sql }: StorePlace) {
  const countsIn = (rows: Record<string, unknown>[]) =>
    Object.fromEntries(rows.map(({ name, playbacks }) => [name, Number(playbacks)]));
  const summed = await sql(
    "SELECT name, playbacks FROM playback_sums WHERE kind = 'custom1' AND span_ms = 86400000",
  );
  const stored = await sql(
    'SELECT custom1 AS name, count(*) AS playbacks FROM playbacks GROUP BY custom1',
  );
  return { summed: countsIn(summed), stored: countsIn(stored) };
}

const filters: Partial<Load>[] = [
  {},
  ...sections.map((section) => ({ section })),
  ...plans.map((plan) => ({ plan })),
  { section: 'sports', plan: 'free' },
  { section: '', plan: '' },
  { section: 'unheard' },
];

async function expectCounts(store: EventStore): Promise<void> {
  for (const { section = null, plan = null } of filters) {
    const filter: ReportFilter = {
      ...{ ...wholeTime, custom1: section, custom2: plan },
      names: { custom1: 'section', custom2: 'plan' },
    };
    const own = loads.filter(
      (load) => [null, load.section].includes(section) && [null, load.plan].includes(plan),
    );
    const report = await store.reports.dashboard(filter);
    const note = JSON.stringify({ section, plan });
    expect(report.totals.playbacks, note).toBe(own.length);
    expect((await store.reports.overview(filter)).playbacks, note).toBe(own.length);
    expect((await store.reports.cost(filter)).present.reports, note).toBe(own.length);
    expect(await store.reports.playbackRows(filter, null, 100), note).toHaveLength(own.length);
    const audience = await audienceOf(store, filter);
    expect(audience.viewings, note).toBe(own.length);
    expect(namesIn(audience.groups.custom1)).toEqual(counts(own.map((load) => load.section)));
    const others = loads.filter((load) => [null, load.plan].includes(plan));
    expect(namesIn(report.custom1), note).toEqual(counts(others.map((load) => load.section)));
    expect([report.custom3, audience.groups.custom3]).toEqual([[], []]);
  }
}

test('reports filter and group by the values that hosts set, and sums have them too [feature-custom-dimensions]', async () => {
  const { place, store } = await startFilled(['section', 'plan']);
  await foldAll(store);
  await expectCounts(store);
  const { summed, stored } = await sumsAndPlaybacks(place);
  expect(summed).toEqual(stored);
  expect(stored).toEqual(counts(loads.map(({ section }) => section)));
});

test('a rebuild reads the values from the events', async () => {
  const { place, store } = await startFilled(['section', 'plan']);
  for (const table of ['documents', 'playbacks', 'viewings', 'field_reports'])
    await place.sql(`UPDATE ${table} SET custom1 = '', custom2 = 'wrong'`);
  expect(await store.rebuildReports()).toMatchObject({ ok: true });
  await foldAll(store);
  await expectCounts(store);
  const { summed, stored } = await sumsAndPlaybacks(place);
  expect(summed).toEqual(stored);
});

test('values of names that the operator did not give leave no trace, and no sums', async () => {
  const { place, store } = await startFilled([]);
  await foldAll(store);
  for (const table of ['documents', 'playbacks', 'viewings', 'field_reports'])
    expect(
      await place.sql(`SELECT sid FROM ${table} WHERE custom1 || custom2 || custom3 <> ''`),
    ).toEqual([]);
  expect(await place.sql('SELECT * FROM custom_values')).toEqual([]);
  expect(await place.sql("SELECT kind FROM playback_sums WHERE kind LIKE 'custom%'")).toEqual([]);
  const { custom1, hosts } = await store.reports.dashboard(wholeTime);
  expect([custom1.length, hosts.length]).toEqual([0, 1]);
});

test('a dimension that is named later has the earlier playbacks as unknown, and its groups add up to all', async () => {
  const { place, store } = await startFilled([]);
  // Most of them are summed, and some wait.
  await foldAll(store);
  await storeWith(store, 40, { section: 'early' });
  const names = await nameAll(store, ['section']);
  await storeWith(store, 41, { section: 'late' });
  await foldAll(store);
  const expected = { '': 31, late: 1 };
  const filter = { ...wholeTime, names };
  expect(namesIn((await store.reports.dashboard(filter)).custom1)).toEqual(expected);
  expect((await sumsAndPlaybacks(place)).summed).toEqual(expected);
  expect(await store.rebuildReports()).toMatchObject({ ok: true });
  await foldAll(store);
  expect(namesIn((await store.reports.dashboard(filter)).custom1)).toEqual({
    ...{ '': 10, sports: 10, news: 10 },
    ...{ early: 1, late: 1 },
  });
});

test('values that come after the playbacks belong to them, and the first ones stay', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const names = await nameAll(store, ['section']);
  const sid = datedSid(0, 1);
  const send = (...events: ReturnType<typeof begun>[]) =>
    store.insertBatch(storeBatch([], { sid, receivedMs: 1, events }));
  await send(begun(2, 'one'));
  await foldAll(store);
  await send(loadedWith(1, { section: 'sports' }));
  await send(loadedWith(3, { section: 'news' }));
  await foldAll(store);
  const { custom1 } = await store.reports.dashboard({ ...wholeTime, names });
  expect(namesIn(custom1)).toEqual({ sports: 1 });
});
