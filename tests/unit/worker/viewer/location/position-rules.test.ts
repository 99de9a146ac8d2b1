import { expect, test } from 'vitest';
import { hostErrorCode } from '../../../../../shared/player/player-error.ts';
import { isMobile } from '../../../../../worker/viewer/location/is-mobile.ts';
import {
  answerVideo,
  positionRequest,
} from '../../../../../worker/viewer/location/position-rules.ts';
import { makeVideo } from '../../../player/make-video.ts';

const needy = makeVideo(
  {},
  {
    playabilityStatus: {
      status: 'UNPLAYABLE',
      errorCode: 'auth',
      reason: 'Where?',
      needsLocation: true,
    },
  },
);

test('the browser has 10 s for a position; on mobile web 15 s, with high accuracy', () => {
  expect(positionRequest(false)).toEqual({ timeoutMs: 10_000, isHighAccuracy: false });
  expect(positionRequest(true)).toEqual({ timeoutMs: 15_000, isHighAccuracy: true });
});

test('a video that needs no position is unchanged, whatever position is known', () => {
  const video = makeVideo();
  expect(answerVideo(video, undefined, false)).toBe(video);
  expect(answerVideo(video, { outcome: 'denied' }, true)).toBe(video);
});

test('a video that needs a position has the page ask for it once', () => {
  expect(answerVideo(needy, undefined, true)).toEqual({
    ...needy,
    positionRequest: positionRequest(true),
  });
  for (const outcome of ['denied', 'not_allowed', 'timed_out', 'granted'] as const) {
    const answer = answerVideo(needy, { outcome }, false);
    expect(answer).not.toHaveProperty('positionRequest');
    expect(answer.playabilityStatus).toEqual({
      status: 'UNPLAYABLE',
      errorCode: `auth.location.${outcome}`,
    });
    expect(hostErrorCode(answer.playabilityStatus.errorCode ?? '')).toBe(150);
  }
});

test.each([
  ['the platform of the client hints', { userAgent: 'X11', userAgentData: { mobile: true } }, true],
  [
    'the platform of the client hints, before the user agent',
    { userAgent: 'Android', userAgentData: { mobile: false } },
    false,
  ],
  ['an iPhone', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }, true],
  ['Firefox for Android', { userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:130.0)' }, true],
  ['a desktop', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0)' }, false],
  ['nothing', { userAgent: '' }, false],
])('mobile web is known by its browser: %s', (_what, navigator, expected) => {
  expect(isMobile(navigator)).toBe(expected);
});
