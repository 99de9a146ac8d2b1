import { expect, test } from 'vitest';
import { createMirror } from '../../../sdk/player-mirror.ts';

const nowMs = 1_000_000_000;

test('getters return the last reported value, and otherwise the neutral one', () => {
  const mirror = createMirror();
  mirror.merge({ volume: 30, duration: 8 });
  mirror.merge({ volume: 40 });
  expect([
    mirror.read('volume', 100),
    mirror.read('duration', 0),
    mirror.read('videoUrl', ''),
  ]).toEqual([40, 8, '']);
});

test.each([
  ['null for a list', 'playlist', null, []],
  ['an object for a list', 'playlist', { length: 1 }, []],
  ['a list for an object', 'videoData', [], { title: '' }],
  ['text for a number', 'duration', '8', 0],
])('getters return the neutral value after %s', (_what, key, shown, neutral) => {
  const mirror = createMirror();
  mirror.merge({ [key]: shown });
  expect(mirror.read<unknown>(key, neutral)).toEqual(neutral);
});

test('a program that changes a neutral value changes its own copy', () => {
  const mirror = createMirror();
  const neutral: string[] = [];
  mirror.read('playlist', neutral).push('mine');
  expect(mirror.read('playlist', neutral)).toEqual([]);
});

test('keys with a meaning in JavaScript are keys like any other', () => {
  const mirror = createMirror();
  mirror.merge(
    JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  );
  mirror.mergeModules(JSON.parse('{"__proto__":{"polluted":1,"options":["polluted"]}}'));
  expect(mirror.read('polluted', 0)).toBe(0);
  expect(mirror.option('captions', 'polluted')).toBeUndefined();
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test.each([null, 5, 'text', undefined])('the modules %j change nothing', (info) => {
  const mirror = createMirror();
  mirror.mergeModules(info);
  expect(mirror.moduleNames()).toEqual([]);
});

test('another video resets the video’s values, and keeps the player’s', () => {
  const mirror = createMirror();
  mirror.merge({ duration: 8, playerState: 1, volume: 30, muted: true, playbackRate: 2 });
  mirror.mergeModules({ captions: { track: 'en' } });
  mirror.clearVideo();
  expect(mirror.read('duration', 0)).toBe(0);
  expect(mirror.read('playerState', -1)).toBe(-1);
  expect(mirror.moduleNames()).toEqual([]);
  expect([
    mirror.read('volume', 100),
    mirror.read('muted', false),
    mirror.read('playbackRate', 1),
  ]).toEqual([30, true, 2]);
});

test.each([
  ['half a second later', 1, 1, 500, 10.5],
  ['at double speed', 1, 2, 250, 10.5],
  ['at most a second further', 1, 2, 900, 11],
  ['never back, when the clock was set back', 1, 1, -5_000, 10],
  ['not while paused', 2, 1, 500, 10],
  ['not while buffering', 3, 1, 500, 10],
])(
  'time advances between two messages: %s',
  (_when, playerState, playbackRate, passedMs, expected) => {
    const mirror = createMirror();
    // Unix time in seconds, as on the wire.
    mirror.merge({
      currentTime: 10,
      currentTimeLastUpdated_: nowMs / 1_000,
      playerState,
      playbackRate,
    });
    expect(mirror.currentTime(nowMs + passedMs)).toBeCloseTo(expected);
  },
);

test('a time without a timestamp does not advance', () => {
  const mirror = createMirror();
  mirror.merge({ currentTime: 10, playerState: 1 });
  expect(mirror.currentTime(nowMs)).toBe(10);
});

test('modules that the player no longer names are removed', () => {
  const mirror = createMirror();
  mirror.merge({ options: ['captions'] });
  mirror.mergeModules({ namespaces: ['captions'], captions: { options: ['track'], track: 'en' } });
  mirror.mergeModules({ captions: { options: ['track'], track: 'ar' } });
  expect(mirror.option('captions', 'track')).toBe('ar');
  mirror.merge({ options: [] });
  mirror.mergeModules({ namespaces: [] });
  expect(mirror.moduleNames()).toEqual([]);
  expect(mirror.optionNames('captions')).toEqual([]);
  expect(mirror.option('captions', 'track')).toBeUndefined();
});

test('the modules, their options and their values are known', () => {
  const mirror = createMirror();
  mirror.merge({ options: ['captions'] });
  expect(mirror.moduleNames()).toEqual(['captions']);
  expect(mirror.optionNames('captions')).toEqual([]);
  mirror.mergeModules({
    namespaces: ['captions'],
    captions: { options: ['track', 'tracklist'], tracklist: [1] },
  });
  expect(mirror.moduleNames()).toEqual(['captions']);
  expect(mirror.optionNames('captions')).toEqual(['track', 'tracklist']);
  expect(mirror.option('captions', 'tracklist')).toEqual([1]);
  expect(mirror.option('captions', 'track')).toBeUndefined();
  expect(mirror.option('none', 'track')).toBeUndefined();
});
