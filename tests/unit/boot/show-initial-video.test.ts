import { describe, expect, test } from 'vitest';
import type { PageConfig } from '../../../shared/page/page-config.ts';
import { parsePlayerArgs, rawArgsFromUrl } from '../../../shared/player/player-args.ts';
import { showInitialVideo } from '../../../src/boot/show-initial-video.ts';
import { createRecordingController } from '../bridge/recording-controller.ts';
import { makeVideo } from '../player/make-video.ts';

const whole = { startSeconds: 0, endSeconds: null, suggestedHeight: null };
const [a, b, c] = ['offstage001', 'offstage002', 'offstage003'] as const;
const known = makeVideo({ videoId: a });

function callsFor(url: string, config: Partial<PageConfig> = {}) {
  const { pathname, searchParams } = new URL(url, 'https://player.example');
  const args = parsePlayerArgs(rawArgsFromUrl(pathname, searchParams), pathname);
  const { controller, calls } = createRecordingController();
  showInitialVideo(controller, { args: {}, ...config }, args, 'cue');
  return calls;
}

describe('a single video', () => {
  test('that the server described is shown without a request [spec-4.7]', () => {
    expect(callsFor(`/embed/${a}`, { playerResponse: known })).toEqual([
      ['showVideo', known, 'cue', whole],
    ]);
  });

  test('without the server’s description is requested [spec-3.14]', () => {
    expect(callsFor(`/embed/${a}`)).toEqual([['showVideoById', a, 'cue', whole]]);
    expect(callsFor(`/embed/${a}`, { playerResponse: null })).toEqual([
      ['showVideoById', a, 'cue', whole],
    ]);
  });

  test('starts and ends at the URL’s times', () => {
    expect(callsFor(`/embed/${a}?start=5&end=9`)).toEqual([
      ['showVideoById', a, 'cue', { startSeconds: 5, endSeconds: 9, suggestedHeight: null }],
    ]);
  });

  test('of an unknown list is shown alone', () => {
    const config = { playerResponse: known, playlist: null };
    expect(callsFor(`/embed/${a}?list=PL1`, config)).toEqual([['showVideo', known, 'cue', whole]]);
  });

  test('that the URL does not name is an error of the player', () => {
    expect(callsFor('/embed')).toEqual([['showVideoById', '', 'cue', whole]]);
  });
});

describe('a list that the server describes', () => {
  const playlist = { playlistId: 'PL1', title: '', videoIds: [a, b, c] };

  test.each<[string, string, string[], number]>([
    [
      'without a video in the path begins with its first',
      '/embed/videoseries?list=PL1',
      [a, b, c],
      -1,
    ],
    ['begins with the video of the path', `/embed/${b}?list=PL1`, [a, b, c], 1],
    [
      'without the video of the path follows it',
      '/embed/offstage009?list=PL1',
      ['offstage009', a, b, c],
      0,
    ],
    [
      'takes precedence over the ids of the URL',
      `/embed/${b}?list=PL1&playlist=${c}`,
      [a, b, c],
      1,
    ],
  ])('%s', (_, url, videoIds, index) => {
    expect(callsFor(url, { playlist, playerResponse: known })).toEqual([
      ['showPlaylist', 'PL1', videoIds, index, 'cue', whole],
    ]);
  });

  test('may be all uploads of one author', () => {
    const uploads = { playlistId: 'Jane', title: 'Jane', videoIds: [b, c] };
    expect(callsFor('/embed?listType=user_uploads&list=Jane', { playlist: uploads })).toEqual([
      ['showPlaylist', 'Jane', [b, c], -1, 'cue', whole],
    ]);
  });
});

describe('a requested list', () => {
  test.each([
    ['/embed/?list=PL1', 'playlist', 'PL1'],
    ['/embed?listType=playlist&list=PL1&start=5', 'playlist', 'PL1'],
    ['/embed?listType=user_uploads&list=Jane', 'user_uploads', 'Jane'],
  ])('%s', (url, listType, listId) => {
    const options = { ...whole, startSeconds: url.includes('start') ? 5 : 0 };
    expect(callsFor(url)).toEqual([['showPlaylistById', { listId, listType }, 0, 'cue', options]]);
  });
});

describe('ids in the URL', () => {
  test.each<[string, string, string[], number]>([
    ['follow the video of the path', `/embed/${a}?playlist=${b},${c}`, [a, b, c], 0],
    [
      'that name it again, for looping one video, are one video',
      `/embed/${a}?playlist=${a}&loop=1`,
      [a],
      0,
    ],
    ['that begin with it name it once', `/embed/${a}?playlist=${a},${b}`, [a, b], 0],
    ['may return to it later', `/embed/${a}?playlist=${b},${a}`, [a, b, a], 0],
    ['are the list when the path names no video', `/embed?playlist=${b},${c}`, [b, c], -1],
    ['are read between empty places', `/embed/${a}?playlist=,${b},,`, [a, b], 0],
    ['play when the list is unknown', `/embed/${a}?list=PL1&playlist=${b}`, [a, b], 0],
  ])('%s', (_, url, videoIds, index) => {
    const [call, ...more] = callsFor(url, { playerResponse: known, playlist: null });
    expect(more).toEqual([]);
    expect(call?.[0]).toBe('showPlaylist');
    expect(call?.slice(2)).toEqual([videoIds, index, 'cue', whole]);
  });
});
