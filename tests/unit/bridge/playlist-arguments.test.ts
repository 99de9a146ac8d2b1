import { describe, expect, test } from 'vitest';
import { hostLimits } from '../../../shared/limits/host-limits.ts';
import { runCommand } from './recording-controller.ts';

const whole = { startSeconds: 0, endSeconds: null, suggestedHeight: null };
const from5 = { ...whole, startSeconds: 5 };

describe.each([
  ['cuePlaylist', 'cue'],
  ['loadPlaylist', 'load'],
])('%s', (func, start) => {
  test.each<[string, unknown[], unknown[]]>([
    ['an array', [['a', 'b']], [['a', 'b'], 0, whole]],
    [
      'an array, an index, a start and a quality',
      [['a', 'b'], 1, 5, 'hd720'],
      [['a', 'b'], 1, { ...from5, suggestedHeight: 720 }],
    ],
    ['an index as text', [['a', 'b'], '1'], [['a', 'b'], 1, whole]],
    ['a fractional index', [['a', 'b'], 1.9], [['a', 'b'], 1, whole]],
    ['an invalid index', [['a', 'b'], {}], [['a', 'b'], 0, whole]],
    ['ids with commas', ['a,b,c', 2], [['a', 'b', 'c'], 2, whole]],
    [
      'an object with an array',
      [{ playlist: ['a', 'b'], index: 1, startSeconds: 5 }],
      [['a', 'b'], 1, from5],
    ],
    ['an object with ids with commas', [{ playlist: 'a,b' }], [['a', 'b'], 0, whole]],
    ['an object with an array as its list', [{ list: ['a', 'b'] }], [['a', 'b'], 0, whole]],
    ['an array with invalid items', [['a', 7, null, ['x'], 'b']], [['a', 'b'], 0, whole]],
    ['an array that names a video twice', [['a', 'a']], [['a', 'a'], 0, whole]],
    ['an empty array', [[]], [[], 0, whole]],
    ['ids of 16 characters in an array', [['ABCDEFGHIJKLMNOP']], [['ABCDEFGHIJKLMNOP'], 0, whole]],
  ])(
    '%s is read as videos [spec-3.5, spec-3.35, spec-3.36, spec-3.37]',
    (_, args, [videoIds, index, options]) => {
      expect(runCommand(func, args).calls).toEqual([
        ['showPlaylist', '', videoIds, index, start, options],
      ]);
    },
  );

  test.each<[string, unknown[], string, string, number, object]>([
    ['a text', ['PLoffstageplaylist'], 'PLoffstageplaylist', 'playlist', 0, whole],
    ['a text, an index and a start', ['PL1', 2, 5], 'PL1', 'playlist', 2, from5],
    ['16 characters', ['ABCDEFGHIJKLMNOP'], 'PLABCDEFGHIJKLMNOP', 'playlist', 0, whole],
    ['15 characters', ['ABCDEFGHIJKLMNO'], 'ABCDEFGHIJKLMNO', 'playlist', 0, whole],
    ['17 characters', ['ABCDEFGHIJKLMNOPQ'], 'ABCDEFGHIJKLMNOPQ', 'playlist', 0, whole],
    [
      'an object',
      [{ list: 'PL1', listType: 'playlist', index: 2, startSeconds: 5 }],
      'PL1',
      'playlist',
      2,
      from5,
    ],
    [
      'an object with a quality',
      [{ list: 'PL1', suggestedQuality: 'large' }],
      'PL1',
      'playlist',
      0,
      { ...whole, suggestedHeight: 480 },
    ],
    [
      'an object with 16 characters',
      [{ list: 'ABCDEFGHIJKLMNOP' }],
      'PLABCDEFGHIJKLMNOP',
      'playlist',
      0,
      whole,
    ],
    [
      'an object that calls its list a playlist',
      [{ playlist: 'ABCDEFGHIJKLMNOP' }],
      'PLABCDEFGHIJKLMNOP',
      'playlist',
      0,
      whole,
    ],
    ['an author', [{ list: 'Jane', listType: 'user_uploads' }], 'Jane', 'user_uploads', 0, whole],
    [
      'an author of 16 characters',
      [{ list: 'Jane Q. Offstage', listType: 'user_uploads' }],
      'Jane Q. Offstage',
      'user_uploads',
      0,
      whole,
    ],
    [
      'a type that is no longer supported',
      [{ list: 'PL1', listType: 'search' }],
      'PL1',
      'playlist',
      0,
      whole,
    ],
    [
      'fields that lists do not have',
      [{ list: 'PL1', endSeconds: 9, videoId: 'x' }],
      'PL1',
      'playlist',
      0,
      whole,
    ],
  ])(
    '%s is read as a list [spec-3.5, spec-3.33, spec-3.34, spec-3.35, spec-3.36, spec-3.37, spec-5.7]',
    (_, args, listId, listType, index, options) => {
      expect(runCommand(func, args).calls).toEqual([
        ['showPlaylistById', { listId, listType }, index, start, options],
      ]);
    },
  );

  test('an author’s name with a comma is a name and not a list of videos', () => {
    expect(runCommand(func, [{ list: 'Doe, Jane', listType: 'user_uploads' }]).calls).toEqual([
      ['showPlaylistById', { listId: 'Doe, Jane', listType: 'user_uploads' }, 0, start, whole],
    ]);
  });

  test.each([
    [[]],
    [['']],
    [[5]],
    [[null]],
    [[{}]],
    [[{ list: 5 }]],
    [[{ playlist: {} }]],
    [[{ index: 1 }]],
  ])('the arguments %j have no effect', (args) => {
    expect(runCommand(func, args)).toMatchObject({ calls: [], outcome: false });
  });

  test('videos beyond the limit of a list are left out', () => {
    const ids = Array.from({ length: hostLimits.playlistMaxCount + 1 }, (_, index) => `v${index}`);
    for (const list of [ids, ids.join(',')]) {
      const taken = runCommand(func, [list]).calls[0]?.[2] as string[];
      expect(taken).toHaveLength(hostLimits.playlistMaxCount);
    }
  });
});
