import { expect, test } from 'vitest';
import { compareHosts } from '../../../../../../server/store/reports/completeness/compare-hosts.ts';
import type { PagesPart } from '../../../../../../server/store/reports/completeness/read-pages.ts';
import { createRandom } from '../../../../../support/create-random.ts';

type Pages = Readonly<Record<string, readonly [served: number, heard: number]>>;

const partOf = (pages: Pages, changes: Partial<PagesPart> = {}): PagesPart => {
  const hosts = (index: 0 | 1) =>
    Object.entries(pages).map(([host, counts]): [string, number] => [host, counts[index]]);
  return {
    ...{ fromMs: 0, toMs: 1, host: null },
    served: { hosts: hosts(0), othersMax: 0 },
    heard: { hosts: hosts(1), othersMax: 0 },
    ...changes,
  };
};

const marked = (pages: Pages) =>
  compareHosts([partOf(pages)])
    ?.hosts.filter(({ isMarked }) => isMarked)
    .map(({ host }) => host);

test.each<[string, Pages, string[]]>([
  ['nothing is served', {}, []],
  ['one host is all there is', { a: [1_000, 0] }, []],
  ['all others together have too few pages', { a: [1_000, 0], b: [49, 49] }, []],
  ['a host has too few pages', { a: [49, 0], b: [1_000, 1_000] }, []],
  ['a host has enough pages', { a: [50, 0], b: [1_000, 1_000] }, ['a']],
  ['all are silent', { a: [500, 0], b: [500, 0] }, []],
  ['none is silent', { a: [500, 500], b: [500, 500] }, []],
  ['all are silent in equal parts', { a: [500, 250], b: [50_000, 25_000] }, []],
  [
    'the difference is certain, but below 10 points',
    { a: [100_000, 90_001], b: [100_000, 100_000] },
    [],
  ],
  [
    'the difference is certain, and 10 points',
    { a: [100_000, 90_000], b: [100_000, 100_000] },
    ['a'],
  ],
  ['the difference may be chance', { a: [50, 35], b: [1_000, 850] }, []],
  ['more pages make the same difference certain', { a: [500, 350], b: [1_000, 850] }, ['a']],
  ['others are many small hosts', { a: [90, 5], b: [20, 20], c: [20, 19], d: [20, 20] }, ['a']],
  ['more is heard of than was served', { a: [100, 900], b: [100, 90] }, []],
])('if %s, the right hosts are marked', (_, pages, expected) => {
  expect(marked(pages)).toEqual(expected);
});

test('of hosts with the same silent share, chance marks none in thousands of comparisons', () => {
  const random = createRandom(7);
  let comparisons = 0;
  for (let round = 0; round < 200; round++) {
    const share = random() * 0.6;
    const pages = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => {
        const served = 50 + Math.floor(random() * 200);
        const heard = Array.from({ length: served }).filter(() => random() > share).length;
        return [`host-${n}`, [served, heard] as const];
      }),
    );
    expect(marked(pages)).toEqual([]);
    comparisons += 20;
  }
  expect(comparisons).toBe(4_000);
});

test('a host that a store’s list leaves out counts with the most pages that are possible', () => {
  const part = partOf({ a: [100, 0], b: [1_000, 1_000] });
  const cut = { ...part, heard: { hosts: part.heard.hosts.slice(1), othersMax: 95 } };
  expect(compareHosts([cut])?.hosts.find(({ host }) => host === 'a')).toEqual({
    host: 'a',
    served: 100,
    heard: 95,
    isMarked: false,
  });
});

test('marked hosts come first, then those with the most pages, and the list is bounded', () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [`host-${n}`, [1_000 + n, 1_000 + n] as const]),
  );
  const hosts = compareHosts([partOf({ ...many, small: [60, 3] })])?.hosts ?? [];
  expect(hosts).toHaveLength(50);
  expect(hosts.slice(0, 3).map(({ host }) => host)).toEqual(['small', 'host-299', 'host-298']);
});
