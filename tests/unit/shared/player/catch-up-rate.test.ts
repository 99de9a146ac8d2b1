import { expect, test } from 'vitest';
import { catchUpRateLimits } from '../../../../shared/limits/catch-up-rate-limits.ts';
import { isCatchUpRate } from '../../../../shared/player/catch-up-rate.ts';
import { playbackRates } from '../../../../src/player/session/controller.ts';

test('no rate that viewers and hosts can choose is that of a catch-up', () => {
  expect(playbackRates.filter(isCatchUpRate)).toEqual([]);
  expect([1.05, catchUpRateLimits.maxRate].map(isCatchUpRate)).toEqual([true, true]);
});
