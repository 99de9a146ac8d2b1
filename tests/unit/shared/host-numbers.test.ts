import { describe, expect, test } from 'vitest';
import { playbackState } from '../../../shared/player/playback-state.ts';
import { hostErrorCode } from '../../../shared/player/player-error.ts';

test('the playback states have the numbers of the wire', () => {
  expect(playbackState).toEqual({
    unstarted: -1,
    ended: 0,
    playing: 1,
    paused: 2,
    buffering: 3,
    cued: 5,
  });
});

describe('the host’s number for the error', () => {
  test.each([
    ['api.invalidparam', 2],
    ['auth', 150],
    ['drm.auth', 150],
    ['embedding.domain', 150],
    ['heartbeat.servererror', 150],
    ['heartbeat.stop', 150],
    ['html5.unsupportedads', 5],
    ['fmt.noneavailable', 5],
    ['fmt.decode', 5],
    ['fmt.unplayable', 5],
    ['html5.missingapi', 5],
    ['html5.unsupportedlive', 5],
    ['drm.unavailable', 5],
    ['mrm.blocked', 151],
    ['embedder.identity.denied', 152],
    ['video.notfound', 100],
    ['embedder.identity.missing.referrer', 153],
    ['net.retryexhausted', 5],
    ['publisher.example', 150],
    ['player-2.xn--d1acufc.xn--p1ai', 150],
    ['heartbeat.net', 150],
  ])(
    '%s is %i [spec-8.1, spec-8.2, spec-8.3, spec-8.4, spec-8.5, spec-8.25, spec-8.26, spec-8.27, spec-8.28, spec-8.29, spec-8.30, spec-8.31, spec-8.32, spec-8.33, spec-8.34]',
    (name, code) => {
      expect(hostErrorCode(name)).toBe(code);
    },
  );

  test.each([
    'something_else',
    'localhost',
    '127.0.0.1',
    'publisher.example:8080',
    'https://publisher.example',
    'publisher..example',
    '.example',
    'fmt.something',
    'drm.authentic',
    `${'a.'.repeat(50)}_`,
    '',
    'AUTH',
    'constructor',
    '__proto__',
    'toString',
  ])('%j, which has no row, is 5 [spec-8.6]', (name) => {
    expect(hostErrorCode(name)).toBe(5);
  });
});
