import { expect, test, vi } from 'vitest';
import { groupFiles } from '../../../../server/library/group-files.js';

test('a name belongs to every stem that ends at one of its dots', () => {
  const paths = [
    'd/a.b.en.vtt',
    'd/a.b.mp4',
    'd/a.en.vtt',
    'd/a.mp4',
    'd/ab.vtt',
    'a.vtt',
    'd.x/a.vtt',
  ];
  const captions = groupFiles(paths, new Set()).map((files) => [
    files.stemPath,
    files.captions.map(({ path }) => path),
  ]);
  expect(captions).toEqual([
    ['d/a', ['d/a.en.vtt']],
    ['d/a.b', ['d/a.b.en.vtt']],
  ]);
});

test('the work is linear in the number of files, not quadratic', () => {
  const paths = Array.from({ length: 2_000 }, (_, index) => [
    `v${index}.json`,
    `v${index}.mp4`,
  ]).flat();
  const startsWith = vi.spyOn(String.prototype, 'startsWith');
  const slice = vi.spyOn(String.prototype, 'slice');
  const groups = groupFiles(paths, new Set());
  const cuts = startsWith.mock.calls.length + slice.mock.calls.length;
  vi.restoreAllMocks();
  expect(groups).toHaveLength(2_000);
  expect(cuts).toBeLessThan(20 * paths.length);
});
