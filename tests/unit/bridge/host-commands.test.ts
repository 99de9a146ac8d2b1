import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apiInterface, findCommand, resetsMirror } from '../../../src/bridge/host-commands.ts';
import type { Controller } from '../../../src/player/controller.ts';
import { initialPlayerState } from '../../../src/player/player-state.ts';

/** A controller that only takes note of its calls. */
function recordingController(): { controller: Controller; calls: unknown[][] } {
  const calls: unknown[][] = [];
  const controller = new Proxy({} as Controller, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        void calls.push([name, ...args]),
  });
  return { controller, calls };
}

function run(func: string, ...args: unknown[]): unknown[][] {
  const { controller, calls } = recordingController();
  const state = {
    ...initialPlayerState,
    qualities: [
      { id: '0', height: 360, bitrate: 1 },
      { id: '1', height: 720, bitrate: 2 },
    ],
  };
  findCommand(func)?.({ controller, getState: () => state }, args);
  return calls;
}

const whole = { startSeconds: 0, endSeconds: null };

describe('arguments', () => {
  test.each<[string, unknown[], unknown[]]>([
    ['playVideo', [], ['play']],
    ['seekTo', [12.5, true], ['seekTo', 12.5]],
    ['seekTo', ['12.5'], ['seekTo', 12.5]],
    ['setVolume', [30], ['setVolume', 30]],
    ['setPlaybackRate', [1.5], ['setPlaybackRate', 1.5]],
    ['setPlaybackQuality', ['hd720'], ['setQuality', '1']],
    ['setPlaybackQuality', ['hd2160'], ['setQuality', null]],
    ['loadVideoById', ['offstage001'], ['showVideoById', 'offstage001', 'load', whole]],
    [
      'loadVideoById',
      ['offstage001', 5, 'large'],
      ['showVideoById', 'offstage001', 'load', { startSeconds: 5, endSeconds: null }],
    ],
    [
      'cueVideoById',
      [{ videoId: 'offstage001', startSeconds: 5, endSeconds: 9, extra: 1 }],
      ['showVideoById', 'offstage001', 'cue', { startSeconds: 5, endSeconds: 9 }],
    ],
    [
      'loadVideoByUrl',
      ['https://x.example/v/offstage001?a=b'],
      ['showVideoById', 'offstage001', 'load', whole],
    ],
    [
      'cueVideoByUrl',
      [{ mediaContentUrl: '/e/offstage001' }],
      ['showVideoById', 'offstage001', 'cue', whole],
    ],
    ['loadPlaylist', [['a', 'b', 7], 1], ['showPlaylist', '', ['a', 'b'], 1, 'load', whole]],
    ['cuePlaylist', ['a,b'], ['showPlaylist', '', ['a', 'b'], 0, 'cue', whole]],
    [
      'loadPlaylist',
      [{ list: 'PLoffstageplaylist', index: 2 }],
      ['showPlaylistById', 'PLoffstageplaylist', 2, 'load', whole],
    ],
    ['loadPlaylist', ['ABCDEFGHIJKLMNOP'], ['showPlaylistById', 'PLABCDEFGHIJKLMNOP', 0, 'load', whole]],
    ['playVideoAt', ['2'], ['showPlaylistVideo', 2]],
  ])('%s(%j)', (func, args, expected) => {
    expect(run(func, ...args)).toEqual([expected]);
  });

  test.each<[string, unknown[]]>([
    ['seekTo', []],
    ['seekTo', [Number.NaN]],
    ['seekTo', [Number.POSITIVE_INFINITY]],
    ['seekTo', [{}]],
    ['setVolume', ['loud']],
    ['setVolume', [null]],
    ['setPlaybackRate', [[1]]],
    ['playVideoAt', ['x']],
    ['loadPlaylist', [5]],
  ])('%s(%j) does nothing', (func, args) => {
    expect(run(func, ...args)).toEqual([]);
  });

  test('a video id that is no text is passed on as none, so that the host gets an error and not silence', () => {
    expect(run('loadVideoById', { videoId: 5 })).toEqual([['showVideoById', '', 'load', whole]]);
  });
});

describe('the table', () => {
  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', '', 'dispose', 'showVideo'])(
    '%j is not externally available',
    (name) => {
      expect(findCommand(name)).toBeNull();
    },
  );

  test('no arguments make a command throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...apiInterface),
        fc.array(fc.anything(), { maxLength: 4 }),
        (func, args) => {
          run(func, ...args);
        },
      ),
    );
  });

  test('loading and cueing reset the host’s mirror, loading a module does not', () => {
    expect(
      ['loadVideoById', 'cueVideoByUrl', 'cuePlaylist', 'loadModule', 'playVideo'].map(resetsMirror),
    ).toEqual([true, true, true, false, false]);
  });
});
