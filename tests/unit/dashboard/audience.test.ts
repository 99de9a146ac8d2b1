import { expect, test } from 'vitest';
import { figures, partFigures, watchingNow } from '../../../dashboard/audience/definitions.ts';
import { retentionLines } from '../../../dashboard/audience/retention-lines.ts';
import { formatPart, partLines } from '../../../dashboard/charts/format-part.ts';
import { languageName } from '../../../dashboard/display-names.ts';
import { pages } from '../../../dashboard/view.ts';

test('the lines of the retention are in percent of its viewings', () => {
  const [seen, again] = retentionLines({ viewings: 4, seen: [4, 3, 1], again: [0, 2, 0] });
  expect(seen).toMatchObject({ label: 'Saw this part', values: [100, 75, 25] });
  expect(again).toMatchObject({ label: 'Saw it more than once', values: [0, 50, 0] });
});

test('without viewings, the lines have no values', () => {
  for (const { values } of retentionLines({ viewings: 0, seen: [0, 0], again: [0, 0] }))
    expect(values).toEqual([null, null]);
});

test('a point of a video has a time only if the length is known', () => {
  expect(formatPart(25, null)).toBe('25 %');
  expect(formatPart(25, 100)).toBe('25 % (0:25)');
  expect(partLines(95, null)).toEqual(['95 %']);
  expect(partLines(95, 7_200)).toEqual(['95 %', '1:54:00']);
});

test.each([
  ['de', 'German (de)'],
  ['en-GB', 'British English (en-GB)'],
  ['zh-Hant', 'Traditional Chinese (zh-Hant)'],
  // A tag without a name, and texts that are no tags.
  ['qqq', 'qqq'],
  ['en_US', 'en_US'],
  ['<b>', '<b>'],
  ['', 'unknown'],
])('the language %j is shown as %j', (tag, name) => {
  expect(languageName(tag)).toBe(name);
});

test('each figure has a label of its own, and sentences say what it is', () => {
  for (const group of [[...Object.values(figures), watchingNow], [...Object.values(partFigures)]]) {
    expect(new Set(group.map(({ label }) => label)).size).toBe(group.length);
    for (const { definition } of group) expect(definition).toMatch(/^[A-Z].*\.$/);
  }
});

test('pages about viewers come before those about the server', () => {
  expect(Object.values(pages)).toEqual([
    ...['Playbacks', 'Audience', 'Cost'],
    ...['Experiments', 'Webhooks'],
  ]);
});
