import { expect, test } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import type { ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import {
  dimensionLists,
  type FixedDimension,
  fixedDimensions,
} from '../../../../shared/telemetry/document-dimensions.ts';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, type StorePlace, storePlace } from '../support/store-place.ts';
import { fieldReport } from './field-reports.ts';
import { foldAll } from './many-playbacks.ts';
import { begun, event, loaded, ofVersion, summary, wholeTime } from './playback-events.ts';
import { audienceOf } from './viewing-events.ts';

type Facts = Record<FixedDimension, string>;

const loads: Facts[] = Array.from({ length: 60 }, (_, n) => ({
  host: n % 2 === 0 ? 'https://a.example' : 'https://b.example',
  browser: n % 3 === 0 ? 'Firefox' : 'Chrome',
  device: ['mobile', 'desktop', 'tv', ''][n % 4] ?? '',
  country: ['DE', 'FR', 'US', 'NZ', ''][n % 5] ?? '',
  version: ['1.0.0', '1.1.0', ''][n % 3] ?? '',
}));

/** Stores a page load with a playback that was watched and measured. */
async function storeLoad(
  store: EventStore,
  n: number,
  { host, version, ...facts }: Facts,
): Promise<void> {
  const watched = { videoId: 'video-a', cpn: `cpn-${n}`, segments: [[0, 5]], playbackRate: 1 };
  const { contextJson: _, ...measured } = fieldReport(5);
  const events = [
    loaded(1, `${host}/page`),
    begun(2, `cpn-${n}`),
    summary(3, `cpn-${n}`),
    event(4, 'video_stats.watchtime', watched),
    { ...measured, contextJson: '{}' },
  ];
  const sid = datedSid(0, n);
  await store.insertBatch(
    storeBatch([], { ...facts, sid, receivedMs: n + 1, events: ofVersion(events, version) }),
  );
}

async function startFilled() {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  await Promise.all(loads.map((facts, n) => storeLoad(store, n, facts)));
  return { place, store };
}

/** @returns how many page loads have each value */
function countsOf(dimension: FixedDimension, own: readonly Facts[] = loads) {
  const counts: Record<string, number> = {};
  for (const facts of own) counts[facts[dimension]] = (counts[facts[dimension]] ?? 0) + 1;
  return counts;
}

const filters: Partial<Facts>[] = [
  ...fixedDimensions.flatMap((name) =>
    Object.keys(countsOf(name)).map((value) => ({ [name]: value })),
  ),
  { device: 'mobile', country: 'DE' },
  { device: '', version: '1.1.0', host: 'https://b.example' },
  { country: 'AQ' },
];
const matches = (filter: Partial<Facts>) =>
  loads.filter((facts) =>
    Object.entries(filter).every(([name, value]) => facts[name as FixedDimension] === value),
  );

/** Names with counts of a list of groups. */
const namesIn = (groups: readonly { name: string; playbacks?: number; viewings?: number }[]) =>
  Object.fromEntries(groups.map(({ name, playbacks, viewings }) => [name, playbacks ?? viewings]));

async function expectCounts(store: EventStore): Promise<void> {
  for (const filter of filters) {
    const wanted: ReportFilter = { ...wholeTime, ...filter };
    const own = matches(filter);
    const report = await store.reports.dashboard(wanted);
    expect(report.totals.playbacks, JSON.stringify(filter)).toBe(own.length);
    expect((await store.reports.overview(wanted)).playbacks).toBe(own.length);
    expect((await store.reports.cost(wanted)).present.reports).toBe(own.length);
    expect(await store.reports.playbackRows(wanted, null, 100)).toHaveLength(own.length);
    const audience = await audienceOf(store, filter);
    expect(audience.viewings).toBe(own.length);
    for (const name of fixedDimensions) {
      expect(namesIn(audience.groups[name])).toEqual(countsOf(name, own));
      // A list leaves out its own filter, so that another value can be chosen.
      const { [name]: _, ...others } = filter;
      expect(namesIn(report[dimensionLists[name]])).toEqual(countsOf(name, matches(others)));
    }
  }
}

/** Playbacks of a day by the stored sums of a kind, and by the playbacks themselves. */
async function sumsAndPlaybacks({ sql }: StorePlace, name: FixedDimension) {
  const counts = (rows: Record<string, unknown>[]) =>
    Object.fromEntries(rows.map((row) => [row.name, Number(row.playbacks)]));
  const summed = await sql(
    `SELECT name, playbacks FROM playback_sums WHERE kind = '${name}' AND span_ms = 86400000`,
  );
  const counted = await sql(
    `SELECT ${name} AS name, count(*) AS playbacks FROM playbacks GROUP BY ${name}`,
  );
  return { summed: counts(summed), counted: counts(counted) };
}

test('filters and groups by each fact of a page load agree with an independent count [feature-audience-dimensions]', async () => {
  const { place, store } = await startFilled();
  await foldAll(store);
  await expectCounts(store);
  await expectSums(place);
});

async function expectSums(place: StorePlace): Promise<void> {
  for (const name of fixedDimensions) {
    const { summed, counted } = await sumsAndPlaybacks(place, name);
    expect(summed).toEqual(countsOf(name));
    expect(counted).toEqual(countsOf(name));
  }
}

test('a page load keeps its facts as first known, and its playbacks follow what becomes known later', async () => {
  const { place, store } = await startFilled();
  await foldAll(store);
  const sid = datedSid(0, 99);
  const send = (seq: number, facts: object, version: string) =>
    store.insertBatch(
      storeBatch([], {
        ...{ sid, receivedMs: seq, ...facts },
        events: ofVersion([summary(seq, `late-${seq}`)], version),
      }),
    );
  const factsOf = async () => {
    const { browser, device, country, version } = (await store.documents.read(sid, 1)) ?? {};
    return { browser, device, country, version };
  };
  const { contextJson: _, ...measured } = fieldReport(101);
  const events = [summary(1, 'late-1'), { ...measured, contextJson: '{}' }];
  await store.insertBatch(storeBatch([], { sid, receivedMs: 1, events }));
  expect(await factsOf()).toEqual({ browser: '', device: '', country: '', version: '' });
  await send(2, { device: 'tv', country: 'IS' }, '');
  await foldAll(store);
  await send(3, { browser: 'Edge', device: 'mobile', country: 'NO' }, '9.0.0');
  await send(4, { browser: 'Safari', country: '' }, '9.1.0');
  const known = { browser: 'Edge', device: 'tv', country: 'IS', version: '9.0.0' };
  expect(await factsOf()).toEqual(known);
  await foldAll(store);
  expect(
    await place.sql(
      `SELECT DISTINCT browser, device, country, version FROM playbacks WHERE sid = '${sid}'`,
    ),
  ).toEqual([known]);
  expect(await store.reports.cost({ ...wholeTime, country: 'IS' })).toMatchObject({
    present: { reports: 1 },
  });
  for (const name of fixedDimensions) {
    const { summed, counted } = await sumsAndPlaybacks(place, name);
    expect(summed).toEqual(counted);
  }
});

test('a rebuild keeps devices and countries, and reads versions from the events', async () => {
  const { place, store } = await startFilled();
  // As after an upgrade: the version is only in the events.
  for (const table of ['documents', 'playbacks', 'viewings', 'field_reports'])
    await place.sql(`UPDATE ${table} SET version = ''`);
  await place.sql("UPDATE playbacks SET device = 'wrong', country = 'XX'");
  await place.sql("UPDATE viewings SET device = 'wrong', country = 'XX'");
  expect(await store.rebuildReports()).toMatchObject({ ok: true });
  await foldAll(store);
  await expectCounts(store);
  await expectSums(place);
});

test('invented versions cost the store no more than invented pages, and lists have the largest [threat-invented-versions]', async () => {
  const { place, store } = await startFilled();
  await Promise.all(
    Array.from({ length: 70 }, (_, n) =>
      store.insertBatch(
        storeBatch([], {
          ...{ sid: datedSid(0, 1_000 + n), receivedMs: 1 },
          events: ofVersion([begun(1, 'c')], `0.0.${n}`),
        }),
      ),
    ),
  );
  await storeLoad(store, 2_000, { ...(loads[0] as Facts), version: '<b>=1+1</b>' });
  await foldAll(store);
  const { versions } = await store.reports.dashboard(wholeTime);
  expect(versions).toHaveLength(50);
  expect(versions.slice(0, 3).map(({ name }) => name)).toEqual(['', '1.0.0', '1.1.0']);
  expect(await place.sql("SELECT sid FROM playbacks WHERE version LIKE '%<%'")).toEqual([]);
});
