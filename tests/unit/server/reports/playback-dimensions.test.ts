import { expect, test } from 'vitest';
import type { EventStore, EventToStore } from '../../../../server/store/event-store.ts';
import type { DashboardReport } from '../../../../server/store/reports/report-figures.ts';
import { quantile } from '../../../../shared/tools/quantile.ts';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, type StorePlace, storePlace } from '../support/store-place.ts';
import { foldAll } from './many-playbacks.ts';
import { begun, loaded, ofVersion, summary, wholeTime } from './playback-events.ts';

interface Facts {
  engine: string;
  startedBy: string;
}

const unknown: Facts = { engine: '', startedBy: '' };

async function start() {
  const place = await storePlace();
  return { place, store: await openWithoutThread(place) };
}

const send = (store: EventStore, events: EventToStore[], n = 0) =>
  store.insertBatch(storeBatch([], { sid: datedSid(0, n), receivedMs: n + 1, events }));

const begunBy = (seq: number, cpn: string, facts: object) => begun(seq, cpn, 'video-a', facts);

/** Playbacks by the rows, by the stored sums, and by the lists of a report. */
async function countsOf({ sql }: StorePlace, store: EventStore, column: 'engine' | 'started_by') {
  const counts = (rows: readonly { name?: unknown; playbacks?: unknown }[]) =>
    Object.fromEntries(rows.map(({ name, playbacks }) => [name, Number(playbacks)]));
  const report = await store.reports.dashboard(wholeTime);
  return {
    rows: counts(
      await sql(
        `SELECT ${column} AS name, count(*) AS playbacks FROM playbacks GROUP BY ${column}`,
      ),
    ),
    sums: counts(
      await sql(
        `SELECT name, playbacks FROM playback_sums WHERE kind = '${column}' AND span_ms = 86400000`,
      ),
    ),
    list: counts(column === 'engine' ? report.engines : report.startedBy),
  };
}

const alike = (counts: Record<string, number>) => ({ rows: counts, sums: counts, list: counts });

const known = { engine: 'native', startedBy: 'viewer' };
const begins = begunBy(1, 'c', known);
const ends = summary(2, 'c', { startMs: 700 });

test.each<[string, EventToStore[][], Facts]>([
  ['only its summary', [[ends]], unknown],
  ['only its beginning', [[begins]], known],
  ['both in one batch', [[begins, ends]], known],
  ['the summary first, in one batch', [[ends, begins]], known],
  ['the summary in a later batch', [[begins], [ends]], known],
  ['the summary in an earlier batch', [[ends], [begins]], known],
  ['both twice, in any order', [[ends], [begins], [begins, ends], [ends]], known],
  [
    'another beginning, which changes nothing',
    [[begins], [ends], [begunBy(3, 'c', { engine: 'hls.js', startedBy: 'host' })]],
    known,
  ],
  [
    'a beginning that says less, and a later one that says more',
    [[begunBy(3, 'c', { engine: 'native' })], [begunBy(4, 'c', { startedBy: 'viewer' })]],
    known,
  ],
  ['a beginning of an earlier player', [[begunBy(1, 'c', {})], [ends]], unknown],
])(
  'a playback has its facts, and its sums follow, of which arrives %s',
  async (_, batches, facts) => {
    for (const isFolded of [true, false]) {
      const { place, store } = await start();
      for (const events of batches) {
        await send(store, events);
        if (isFolded) await foldAll(store);
      }
      await foldAll(store);
      const [row, ...others] = await store.reports.playbackRows(wholeTime, null, 9);
      expect(others).toEqual([]);
      expect(row).toMatchObject(facts);
      expect(await countsOf(place, store, 'engine')).toEqual(alike({ [facts.engine]: 1 }));
      expect(await countsOf(place, store, 'started_by')).toEqual(alike({ [facts.startedBy]: 1 }));
    }
  },
);

test('facts of a page load that arrive late change none of its playbacks’ own', async () => {
  const { place, store } = await start();
  const unlike = begunBy(3, 'other', { engine: 'hls.js' });
  const again = [begunBy(4, 'again', known), begunBy(5, 'last', { engine: 'hls.js' })];
  await send(store, [begunBy(2, 'one', known), unlike, ...again]);
  await foldAll(store);
  await send(store, ofVersion([loaded(1, 'https://a.example/page')], '1.0.0'));
  await foldAll(store);
  const rows = await store.reports.playbackRows(wholeTime, null, 9);
  expect(rows).toMatchObject([
    { cpn: 'one', version: '1.0.0', ...known },
    { cpn: 'other', version: '1.0.0', engine: 'hls.js', startedBy: '' },
    { cpn: 'again', version: '1.0.0', ...known },
    { cpn: 'last', version: '1.0.0', engine: 'hls.js' },
  ]);
  expect(await countsOf(place, store, 'engine')).toEqual(alike({ native: 2, 'hls.js': 2 }));
  // The page load counts once in each group of its playbacks.
  const { engines, startedBy, videos } = await store.reports.dashboard(wholeTime);
  for (const groups of [engines, startedBy]) {
    expect(groups).toHaveLength(2);
    for (const { created } of groups) expect(created).toBe(5);
  }
  expect(videos).toMatchObject([{ playbacks: 4, created: 5 }]);
});

const engines = ['native', 'hls.js in a worker', 'hls.js', 'rx-player', ''];
const starters = ['viewer', 'host', 'player', ''];
const playbacks = Array.from({ length: 90 }, (_, n) => ({
  engine: engines[(n * 7) % 5] ?? '',
  startedBy: starters[n % 4] ?? '',
  startMs: 100 + ((n * 37) % 900),
}));

async function fill(store: EventStore): Promise<void> {
  for (const [n, { startMs, ...facts }] of playbacks.entries()) {
    const events = [summary(2, `cpn-${n}`, { startMs })];
    await send(store, facts.engine === '' ? events : [begunBy(1, `cpn-${n}`, facts), ...events], n);
  }
}

/** A playback that never began has no facts. */
const stored = playbacks.map((one) =>
  one.engine === '' ? { ...unknown, startMs: one.startMs } : one,
);

const matching = (filter: Partial<Facts>) =>
  stored.filter((one) =>
    Object.entries(filter).every(([name, value]) => one[name as keyof Facts] === value),
  );

const groupsIn = (own: readonly Facts[], name: keyof Facts) => {
  const counts: Record<string, number> = {};
  for (const one of own) counts[one[name]] = (counts[one[name]] ?? 0) + 1;
  return counts;
};

/** Beside each other, whatever starter is filtered by: medians at most 1 % off. */
function expectFrames({ firstFrames }: DashboardReport, own: readonly (typeof stored)[number][]) {
  const groups = Map.groupBy(own, ({ startedBy }) => startedBy);
  expect(firstFrames.map(({ startedBy }) => startedBy)).toEqual(
    ['viewer', 'host', 'player', ''].filter((name) => groups.has(name)),
  );
  for (const { startedBy, count, ...spread } of firstFrames) {
    const times = groups.get(startedBy)?.map(({ startMs }) => startMs) ?? [];
    expect(count).toBe(times.length);
    for (const [name, part] of Object.entries({ median: 0.5, p75: 0.75, p95: 0.95 })) {
      const exact = quantile(times, part) ?? Number.NaN;
      const shown = spread[name as keyof typeof spread];
      expect(Math.abs(shown - exact) / exact, `${startedBy} ${name}`).toBeLessThan(0.0101);
    }
  }
}

async function expectFigures(store: EventStore): Promise<void> {
  const filters: Partial<Facts>[] = [
    {},
    ...engines.map((engine) => ({ engine })),
    ...starters.map((startedBy) => ({ startedBy })),
    { engine: 'native', startedBy: 'viewer' },
    { engine: 'jwplayer' },
  ];
  const named = (groups: readonly { name: string; playbacks: number }[]) =>
    Object.fromEntries(groups.map((group) => [group.name, group.playbacks]));
  for (const filter of filters) {
    const wanted = { ...wholeTime, ...filter };
    const own = matching(filter);
    const times = own.map(({ startMs }) => startMs);
    const report = await store.reports.dashboard(wanted);
    expect(report.totals.playbacks, JSON.stringify(filter)).toBe(own.length);
    const spread = { median: quantile(times, 0.5), p95: quantile(times, 0.95) };
    expect(report.startMs).toMatchObject({ count: own.length, ...spread });
    expect((await store.reports.overview(wanted)).startMs).toMatchObject(spread);
    expect(await store.reports.playbackRows(wanted, null, 100)).toHaveLength(own.length);
    for (const { cpn, ...listed } of report.latest)
      expect(listed).toMatchObject(stored[Number(cpn.slice('cpn-'.length))] ?? {});
    const { engine: _engine, ...otherThanEngine } = filter;
    const { startedBy: _starter, ...otherThanStarter } = filter;
    expect(named(report.engines)).toEqual(groupsIn(matching(otherThanEngine), 'engine'));
    expectFrames(report, matching(otherThanStarter));
    expect(named(report.startedBy)).toEqual(groupsIn(matching(otherThanStarter), 'startedBy'));
  }
}

test('filters and groups by what played and what started a playback agree with an independent count [feature-playback-dimensions]', async () => {
  const { place, store } = await start();
  await fill(store);
  await expectFigures(store);
  await foldAll(store);
  await expectFigures(store);
  expect(await countsOf(place, store, 'engine')).toEqual(alike(groupsIn(stored, 'engine')));
  expect(await countsOf(place, store, 'started_by')).toEqual(alike(groupsIn(stored, 'startedBy')));
});

test('a rebuild reads what played and what started earlier playbacks from their events', async () => {
  const { place, store } = await start();
  await fill(store);
  await foldAll(store);
  // As after an upgrade.
  await place.sql("UPDATE playbacks SET engine = '', started_by = ''");
  expect(await store.rebuildReports()).toMatchObject({ ok: true });
  await expectFigures(store);
  await foldAll(store);
  await expectFigures(store);
  expect(await countsOf(place, store, 'engine')).toEqual(alike(groupsIn(stored, 'engine')));
});

test('invented engines are one group, and invented starters are unknown [threat-invented-engines]', async () => {
  const { place, store } = await start();
  const invented = [
    ...Array.from({ length: 60 }, (_, n) => `engine-${n}`),
    ...['<b>native</b>', '=1+1', 'NATIVE', ' native', 'x'.repeat(20_000), 'other', 'native\0'],
    ...['constructor', '__proto__'],
  ];
  const odd: unknown[] = [null, 5, true, {}, ['native'], { toString: 'native' }, ''];
  for (const [n, value] of [...invented, ...odd].entries())
    await send(store, [begunBy(1, `cpn-${n}`, { engine: value, startedBy: value })], n);
  await send(store, [begunBy(1, 'good', known)], 900);
  await foldAll(store);
  const engineCounts = { other: invented.length, '': odd.length, native: 1 };
  expect(await countsOf(place, store, 'engine')).toEqual(alike(engineCounts));
  const starterCounts = { '': invented.length + odd.length, viewer: 1 };
  expect(await countsOf(place, store, 'started_by')).toEqual(alike(starterCounts));
});
