import { expect, test } from 'vitest';
import { describeWaitingFrame } from '../../../../shared/page/waiting-frame.ts';
import { makeVideo } from '../../player/make-video.ts';

const badgeOf = (details: Parameters<typeof makeVideo>[0]) =>
  describeWaitingFrame(makeVideo(details).videoDetails, {
    href: null,
    isModest: false,
    language: 'fr',
  })?.badge;

test.each([
  [0, null],
  [0.9, null],
  [1, { text: '0:01', dateTime: 'PT1S' }],
  [59.999, { text: '0:59', dateTime: 'PT59S' }],
  [64.04, { text: '1:04', dateTime: 'PT64S' }],
  [36_000, { text: '10:00:00', dateTime: 'PT36000S' }],
])('%d seconds are shown as %j', (lengthSeconds, badge) => {
  expect(badgeOf({ lengthSeconds, isLive: false })).toEqual(badge);
});

test('a live stream has no length, whatever its reply has', () => {
  expect(badgeOf({ lengthSeconds: 64, isLive: true })).toEqual({
    text: 'En direct',
    dateTime: null,
  });
});
