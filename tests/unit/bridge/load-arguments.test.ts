import { describe, expect, test } from 'vitest';
import { bridgeLimits } from '../../../shared/limits/bridge-limits.ts';
import { runCommand } from './recording-controller.ts';

const whole = { startSeconds: 0, endSeconds: null, suggestedHeight: null };
const from5 = { ...whole, startSeconds: 5 };
const id = 'offstage001';

/** The controller's only call, without its name. */
function onlyCall(func: string, ...args: unknown[]): unknown[] {
  const { calls } = runCommand(func, args);
  expect(calls).toHaveLength(1);
  return calls[0]?.slice(1) ?? [];
}

describe.each([
  ['cueVideoById', 'cue'],
  ['loadVideoById', 'load'],
])('%s', (func, start) => {
  test.each<[string, unknown[], string, object]>([
    ['an id', [id], id, whole],
    ['an id and a start', [id, 5], id, from5],
    ['a start as text', [id, '5'], id, from5],
    ['an id, a start and a quality', [id, 5, 'large'], id, { ...from5, suggestedHeight: 480 }],
    [
      'a start that is null and a quality',
      [id, null, 'hd720'],
      id,
      { ...whole, suggestedHeight: 720 },
    ],
    ['an object', [{ videoId: id }], id, whole],
    [
      'an object with a part and a quality',
      [{ videoId: id, startSeconds: 5, endSeconds: 9, suggestedQuality: 'small' }],
      id,
      { startSeconds: 5, endSeconds: 9, suggestedHeight: 240 },
    ],
    [
      'an object with numbers as text',
      [{ videoId: id, startSeconds: '5', endSeconds: '9.5' }],
      id,
      { ...from5, endSeconds: 9.5 },
    ],
    ['an object that names the video by URL', [{ mediaContentUrl: `/v/${id}` }], id, whole],
    [
      'an object that names it both ways',
      [{ videoId: id, mediaContentUrl: '/v/offstage002' }],
      id,
      whole,
    ],
    ['an object beside a start of the other form', [{ videoId: id }, 5], id, whole],
    ['an invalid id', ['short'], 'short', whole],
    ['no arguments', [], '', whole],
    ['an id that is not text', [5], '', whole],
    ['an array', [[id]], '', whole],
    ['an object with an id that is not text', [{ videoId: { id } }], '', whole],
    ['an end before the start', [{ videoId: id, endSeconds: 0 }], id, whole],
    ['a negative end', [{ videoId: id, endSeconds: -3 }], id, whole],
  ])(
    '%s is read [spec-3.4, spec-3.27, spec-3.28, spec-3.29, spec-3.30]',
    (_, args, videoId, options) => {
      expect(onlyCall(func, ...args)).toEqual([videoId, start, options]);
    },
  );

  test.each([
    -5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    'NaN',
    'Infinity',
    '',
    ' ',
    'five',
    {},
    [5],
    true,
    null,
  ])('the start %j means the beginning', (startSeconds) => {
    expect(onlyCall(func, id, startSeconds)).toEqual([id, start, whole]);
    expect(onlyCall(func, { videoId: id, startSeconds })).toEqual([id, start, whole]);
  });

  test('only the load fields of an object are passed on [spec-5.8]', () => {
    const fields = {
      videoId: id,
      startSeconds: 5,
      list: 'PL1',
      playlist: ['a'],
      index: 3,
      volume: 7,
      html: '<b>',
    };
    expect(onlyCall(func, fields)).toEqual([id, start, from5]);
  });
});

describe.each([
  ['cueVideoByUrl', 'cue'],
  ['loadVideoByUrl', 'load'],
])('%s', (func, start) => {
  test.each([
    `https://www.youtube.com/v/${id}`,
    `https://www.youtube.com/v/${id}?version=3`,
    `https://www.youtube.com/e/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}?start=3&x=/v/offstage002`,
    `https://player.example/embed/${id}/`,
    `https://player.example/embed/${id}/?a=b`,
    `https://player.example/base/v/${id}#t=3`,
    `//player.example/embed/${id}`,
    `/v/${id}`,
    `/e/${id}?a=b#c`,
    `/embed/${id}/more`,
  ])('the id is read from %s [spec-5.6, spec-5.13, spec-5.14]', (url) => {
    expect(onlyCall(func, url)).toEqual([id, start, whole]);
    expect(onlyCall(func, { mediaContentUrl: url })).toEqual([id, start, whole]);
  });

  test('start and quality are read beside the URL', () => {
    expect(onlyCall(func, `/v/${id}`, 5, 'hd1080')).toEqual([
      id,
      start,
      { ...from5, suggestedHeight: 1080 },
    ]);
  });

  test('the URL takes precedence over the id of an object with both', () => {
    const both = { videoId: 'offstage002', mediaContentUrl: `/e/${id}`, endSeconds: 9 };
    expect(onlyCall(func, both)).toEqual([id, start, { ...whole, endSeconds: 9 }]);
  });

  test.each([
    'https://player.example/watch?v=offstage001',
    'https://player.example/?u=/v/offstage001',
    'https://player.example/#/embed/offstage001',
    '/embed/',
    'offstage001',
    '',
    5,
    null,
    ['/v/offstage001'],
  ])('%j has no id, and the player shows an error', (url) => {
    expect(onlyCall(func, url)).toEqual(['', start, whole]);
  });
});

describe('the host’s data on its recommendation', () => {
  test('are logged and do not reach the player [spec-3.31, spec-3.32]', () => {
    const { outcome, calls } = runCommand('loadVideoById', [
      { videoId: id, rct: 'endscreen', rctn: '3' },
    ]);
    expect(outcome).toEqual({ rct: 'endscreen', rctn: '3' });
    expect(calls).toEqual([['showVideoById', id, 'load', whole]]);
  });

  test('are cut to the length of a name, and left out when they are not text', () => {
    const { outcome } = runCommand('cueVideoByUrl', [
      { mediaContentUrl: '/v/x', rct: 'x'.repeat(500), rctn: 3 },
    ]);
    expect(outcome).toEqual({ rct: 'x'.repeat(bridgeLimits.nameMaxChars) });
  });

  test.each([
    ['highres', 2880],
    ['hd2160', 2160],
    ['hd1440', 1440],
    ['hd1080', 1080],
    ['hd720', 720],
    ['large', 480],
    ['medium', 360],
    ['small', 240],
    ['tiny', 144],
    ['default', null],
    ['auto', null],
    ['HD720', null],
    [720, null],
    [['hd720'], null],
    ['constructor', null],
  ])(
    'the suggested quality %j is %j pixels high [spec-3.29]',
    (suggestedQuality, suggestedHeight) => {
      expect(onlyCall('loadVideoById', { videoId: id, suggestedQuality })).toEqual([
        id,
        'load',
        { ...whole, suggestedHeight },
      ]);
    },
  );
});
