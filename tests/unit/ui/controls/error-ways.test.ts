import { expect, test } from 'vitest';
import { waysOn } from '../../../../src/ui/controls/error-ways.ts';

test.each([
  ['net.retryexhausted', 'retry'],
  ['fmt.decode', 'retry'],
  ['heartbeat.servererror', 'retry'],
  ['drm.auth', 'retry'],
  ['drm.unavailable.insecure', 'retry'],
  ['auth.location.denied', 'retry'],
  ['auth.location.timed_out', 'retry'],
  ['auth.location.not_allowed', 'retry and watch'],
  ['auth.location.refused', 'retry and watch'],
  ['embedding.domain', 'watch'],
  ['embedder.identity.missing.referrer', 'watch'],
  ['video.notfound', 'nothing'],
  ['fmt.noneavailable', 'nothing'],
  ['heartbeat.stop', 'nothing'],
  ['auth', 'nothing'],
  ['auth.private', 'nothing'],
])('the screen of the error %s offers: %s', (name, expected) => {
  expect(offer(name)).toBe(expected);
});

test.each([
  ['drm.auth.region', 'retry'],
  ['drm.unavailable.other.reason', 'retry'],
  ['auth.subscription', 'nothing'],
  ['publisher.example', 'nothing'],
  ['toString', 'nothing'],
  ['auth.constructor', 'nothing'],
  ['', 'nothing'],
  ['...', 'nothing'],
])(
  '%j, an error name of the API’s own, counts as the name that it begins with: %s',
  (name, expected) => {
    expect(offer(name)).toBe(expected);
  },
);

function offer(name: string): string {
  const { canPass, isFrameInTheWay } = waysOn(name);
  return (
    [canPass && 'retry', isFrameInTheWay && 'watch'].filter(Boolean).join(' and ') || 'nothing'
  );
}
