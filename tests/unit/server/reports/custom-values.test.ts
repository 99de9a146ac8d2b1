import { expect, test } from 'vitest';
import { customLimits } from '../../../../server/store/reports/custom/custom-limits.ts';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openStore, openWithoutThread, storePlace } from '../support/store-place.ts';
import { groupsOf, loadedWith, nameAll, storeWith } from './custom-events.ts';
import { day, fewCounted, foldAll } from './many-playbacks.ts';
import { begun, wholeTime } from './playback-events.ts';

const { valuesCount, valueMaxChars } = customLimits;

/** Page loads with a playback, many in a transaction. */
const sendAll = (
  store: Awaited<ReturnType<typeof openStore>>,
  values: readonly string[],
  first = 0,
) =>
  Promise.all(
    values.map((section, n) =>
      store.insertBatch(
        storeBatch([], {
          ...{ sid: datedSid(0, first + n), receivedMs: 1 },
          events: [loadedWith(1, { section }), begun(2, 'c')],
        }),
      ),
    ),
  );

test('a sender of thousands of values leaves the store only its first ones; the rest is other, and earlier values stay [threat-custom-values]', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const names = await nameAll(store, ['section', 'plan']);
  await sendAll(store, ['sports', 'news']);
  const invented = Array.from({ length: 2_000 }, (_, n) => `invented ${n}`);
  await sendAll(store, invented, 10);
  await sendAll(store, ['sports', 'unseen'], 5_000);
  await storeWith(store, 9_000, { section: 'sports', plan: 'free' });
  await foldAll(store);
  const values = await place.sql(
    'SELECT place, count(*) AS n, count(DISTINCT value) AS different FROM custom_values GROUP BY place ORDER BY place',
  );
  expect(values.map(({ n, different }) => [Number(n), Number(different)])).toEqual([
    [valuesCount, valuesCount],
    [1, 1],
  ]);
  const sums = await place.sql("SELECT DISTINCT name FROM playback_sums WHERE kind = 'custom1'");
  expect(sums).toHaveLength(valuesCount + 1);
  const { other, sports } = await groupsOf(store, names, 'section');
  expect({ other, sports }).toEqual({ other: 2_000 - valuesCount + 2 + 1, sports: 3 });
  expect(await groupsOf(store, names, 'plan')).toEqual({ free: 1, '': 2_004 });
});

test('two servers that share a store agree on the values that are kept', async () => {
  const place = await storePlace();
  const [one, other] = [await openStore(place), await openStore(place)];
  await nameAll(one, ['section']);
  const values = Array.from({ length: 300 }, (_, n) => `v${n}`);
  await Promise.all([sendAll(one, values), sendAll(other, values.toReversed(), 1_000)]);
  const kept = await place.sql("SELECT value FROM custom_values WHERE place = 'custom1'");
  expect(kept).toHaveLength(valuesCount);
  const stored = await place.sql('SELECT DISTINCT custom1 FROM documents');
  expect(stored).toHaveLength(valuesCount + 1);
});

test.each([
  'a'.repeat(valueMaxChars + 1),
  'x'.repeat(1_000_000),
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '<b>bold</b>',
  'a<script>',
  'a"b',
  'tab\there',
  'line\nfeed',
  'nul\0',
  '\u202Egnp',
  'mail@example.org',
  '   ',
  '',
  7,
  true,
  null,
  ['sports'],
  { value: 'sports' },
])(
  'a page load with the value %j is of unknown section [threat-custom-values]',
  async (section) => {
    const store = await openWithoutThread(await storePlace());
    const names = await nameAll(store, ['section']);
    await storeWith(store, 1, { section });
    expect(await groupsOf(store, names, 'section')).toEqual({ '': 1 });
  },
);

test.each([
  ['a'.repeat(valueMaxChars), 'a'.repeat(valueMaxChars)],
  [' sports ', 'sports'],
  ['Fußball/2. Liga', 'Fußball/2. Liga'],
  ['スポーツ', 'スポーツ'],
  ['cafe\u0301', 'café'],
  ['R&D (beta), v1.2', 'R&D (beta), v1.2'],
  ['other', 'other'],
])('the value %j is kept as %j', async (section, kept) => {
  const store = await openWithoutThread(await storePlace());
  const names = await nameAll(store, ['section']);
  await storeWith(store, 1, { section });
  expect(await groupsOf(store, names, 'section')).toEqual({ [kept]: 1 });
});

test.each([null, 'sports', 7, ['dimension.section'], { 'dimension.__proto__': 'x' }])(
  'a page load with the flags %j is stored like one without',
  async (flags) => {
    const place = await storePlace();
    const store = await openWithoutThread(place);
    await nameAll(store, ['section']);
    const payloadJson = JSON.stringify({ isFramed: true, loaderUrl: 'https://a.example/', flags });
    const loaded = { ...loadedWith(1, {}), payloadJson };
    const sid = datedSid(0, 1);
    await store.insertBatch(storeBatch([], { sid, receivedMs: 1, events: [loaded] }));
    expect(await place.sql('SELECT host, custom1 FROM documents')).toEqual([
      { host: 'https://a.example', custom1: '' },
    ]);
  },
);

test('with many playbacks, a filter by a value or by its absence adds stored sums', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place, { ...fewCounted, countedCount: 20 });
  const names = await nameAll(store, ['section']);
  await sendAll(
    store,
    Array.from({ length: 120 }, (_, n) => (n % 4 === 0 ? '' : n % 2 === 0 ? 'a' : 'b')),
  );
  await foldAll(store);
  // A report that counted one by one would not see it.
  await place.sql(
    "UPDATE playback_sums SET playbacks = playbacks + 1000 WHERE kind = 'custom1' AND name = 'b'",
  );
  expect(await groupsOf(store, names, 'section')).toMatchObject({ '': 30, a: 30 });
  for (const [section, playbacks] of [
    ['', 30],
    ['a', 30],
    ['b', 1060],
    ['c', 0],
  ] as const) {
    const oneDay = { ...wholeTime, toMs: day };
    const { totals } = await store.reports.dashboard({ ...oneDay, custom1: section, names });
    expect(totals.playbacks, section).toBe(playbacks);
  }
});

test('a value that no stored playback has is forgotten after the days of retention, which makes room', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  await nameAll(store, ['section']);
  const send = (receivedMs: number, section: string, seq: number) =>
    store.insertBatch(
      storeBatch([], {
        ...{ sid: datedSid(Math.floor(receivedMs / day), seq), receivedMs },
        events: [loadedWith(1, { section }), begun(2, 'c')],
      }),
    );
  await send(20_000 * day, 'gone', 1);
  await send(20_000 * day, 'seen again', 2);
  await send(20_050 * day, 'seen again', 3);
  await send(20_050 * day, 'new', 4);
  const kept = async () => {
    const rows = await place.sql('SELECT value FROM custom_values ORDER BY value');
    return rows.map(({ value }) => value);
  };
  expect(await kept()).toEqual(['gone', 'new', 'seen again']);
  const nowMs = 20_060 * day;
  const trusted = { nowMs, trustDateMs: nowMs };
  expect(await store.maintain({ ...trusted, keepDays: null })).toMatchObject({ ok: true });
  expect(await kept()).toHaveLength(3);
  expect(await store.maintain({ ...trusted, keepDays: 31 })).toMatchObject({ ok: true });
  expect(await kept()).toEqual(['new', 'seen again']);
});
