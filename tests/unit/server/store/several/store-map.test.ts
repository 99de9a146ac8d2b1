import { expect, test } from 'vitest';
import {
  agreeOnMap,
  placeOf,
  type StoreMap,
  type StoreState,
} from '../../../../../server/store/several/store-map.ts';
import { datedSid } from '../../support/log-batches.ts';

const today = 20_000;
const three: StoreMap = [{ fromDay: 0, stores: ['a', 'b', 'c'] }];
const grown: StoreMap = [
  { fromDay: 0, stores: ['a', 'b'] },
  { fromDay: today + 2, stores: ['a', 'b', 'c'] },
];

const state = (name: string, changes: Partial<StoreState> = {}): StoreState => ({
  name,
  map: [],
  hasDocuments: false,
  ...changes,
});
const sids = (day: number) => Array.from({ length: 3_000 }, (_, n) => datedSid(day, n));

test('documents are spread evenly over the stores', () => {
  const places = sids(today).map((sid) => placeOf(three, sid));
  for (const name of ['a', 'b', 'c']) {
    const share = places.filter((place) => place === name).length / places.length;
    expect(Math.abs(share - 1 / 3)).toBeLessThan(0.05);
  }
});

test('a new store takes only documents of its first day and later, and only its share of them', () => {
  for (const sid of [...sids(today), ...sids(today + 1), 'an-id-without-a-day'])
    expect(placeOf(grown, sid)).toBe(placeOf(grown.slice(0, 1), sid));
  const later = sids(today + 2);
  const moved = later.filter((sid) => placeOf(grown, sid) !== placeOf(grown.slice(0, 1), sid));
  expect(new Set(moved.map((sid) => placeOf(grown, sid)))).toEqual(new Set(['c']));
  expect(Math.abs(moved.length / later.length - 1 / 3)).toBeLessThan(0.05);
});

test('the order of the stores changes no place', () => {
  const other: StoreMap = [{ fromDay: 0, stores: ['c', 'a', 'b'] }];
  for (const sid of sids(today)) expect(placeOf(other, sid)).toBe(placeOf(three, sid));
});

test('empty stores begin together', () => {
  expect(agreeOnMap(['a', 'b'], [state('a'), state('b')], today)).toEqual({
    ok: true,
    value: [{ fromDay: 0, stores: ['a', 'b'] }],
  });
});

test('a single store has no map', () => {
  expect(agreeOnMap(['a'], [state('a', { hasDocuments: true })], today)).toEqual({
    ok: true,
    value: [],
  });
});

test('while all stores are away, the map that was known stays', () => {
  expect(agreeOnMap(['a', 'b', 'c'], [], today, grown)).toEqual({ ok: true, value: grown });
});

test('a store that already has documents keeps them, and shares new ones from the day after tomorrow on', () => {
  const states = [state('new'), state('old', { hasDocuments: true })];
  expect(agreeOnMap(['new', 'old'], states, today)).toEqual({
    ok: true,
    value: [
      { fromDay: 0, stores: ['old'] },
      { fromDay: today + 2, stores: ['old', 'new'] },
    ],
  });
});

test('stores that are added before an added one is used come after it', () => {
  const states = [
    ...['a', 'b', 'c'].map((name) => state(name, { map: grown, hasDocuments: true })),
    state('d'),
  ];
  expect(agreeOnMap(['a', 'b', 'c', 'd'], states, today)).toMatchObject({
    ok: true,
    value: [{}, {}, { fromDay: today + 3, stores: ['a', 'b', 'c', 'd'] }],
  });
});

test('a store that was behind, or whose addition was interrupted, gets the latest map', () => {
  const states = [state('a', { map: grown }), state('b', { map: grown.slice(0, 1) }), state('c')];
  expect(agreeOnMap(['a', 'b', 'c'], states, today + 9)).toEqual({ ok: true, value: grown });
});

test('a known map is enough while a store is away', () => {
  expect(agreeOnMap(['a', 'b', 'c'], [state('b', { map: grown })], today)).toEqual({
    ok: true,
    value: grown,
  });
});

test.each([
  ['is not known', ['a', 'b'], [state('a')], /must see all stores once.*b does not answer/],
  [
    'lacks a new store',
    ['a', 'b', 'c', 'd'],
    [state('a', { map: grown }), state('b', { map: grown }), state('d')],
    /before it adds d; c does not answer/,
  ],
])('while a store is away and the map %s, nothing is placed', (_what, names, states, sentence) => {
  expect(agreeOnMap(names, states, today)).toEqual({
    ok: false,
    error: { code: 'STORE_AWAY', message: expect.stringMatching(sentence) },
  });
});

test.each([
  [
    'of two sets',
    ['a', 'b', 'c'],
    [state('a', { map: three }), state('b', { map: grown }), state('c', { map: three })],
    /The store [ac] belongs to other stores/,
  ],
  [
    'without one that has documents',
    ['a', 'b'],
    [state('a', { map: grown }), state('b', { map: grown })],
    /Documents are also in c, which no --store names/,
  ],
  [
    'of which two have documents of their own',
    ['a', 'b'],
    [state('a', { hasDocuments: true }), state('b', { hasDocuments: true })],
    /a and b cannot be added, because documents are there already/,
  ],
  [
    'with a new one that has documents',
    ['a', 'b', 'c', 'd'],
    [
      ...['a', 'b', 'c'].map((name) => state(name, { map: grown })),
      state('d', { hasDocuments: true }),
    ],
    /d cannot be added, because documents are there already/,
  ],
])('stores %s are refused with one sentence', (_what, names, states, sentence) => {
  expect(agreeOnMap(names, states, today)).toEqual({
    ok: false,
    error: { code: 'STORE_MAP', message: expect.stringMatching(sentence) },
  });
});
