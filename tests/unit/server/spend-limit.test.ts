import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSpendLimit } from '../../../server/http/spend-limit.ts';

function setUp(perMinute: number, maxClients?: number) {
  const clock = { nowMs: 1_800_000_000_000 };
  return {
    clock,
    limit: createSpendLimit({ perMinute, now: () => clock.nowMs, ...(maxClients && { maxClients }) }),
  };
}

test('a minute’s worth may be spent at once; who overspends waits until that is made up for', () => {
  const { clock, limit } = setUp(60_000);
  limit.spend('a', 60_000);
  expect(limit.waitMs('a')).toBe(0);
  limit.spend('a', 5_000);
  expect([limit.waitMs('a'), limit.waitMs('b')]).toEqual([5_000, 0]);
  clock.nowMs += 5_000;
  expect(limit.waitMs('a')).toBe(0);
});

test('whatever is spent whenever, a client that waits as long as told is let in, and spends no more than allowed and one piece', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(90_000), fc.nat(1_000))), (spent) => {
      const { clock, limit } = setUp(1_000);
      const done: { at: number; amount: number }[] = [];
      for (const [pauseMs, amount] of spent) {
        clock.nowMs += pauseMs;
        clock.nowMs += Math.ceil(limit.waitMs('a'));
        expect(limit.waitMs('a')).toBe(0);
        limit.spend('a', amount);
        done.push({ at: clock.nowMs, amount });
      }
      for (const { at } of done) {
        const inMinute = done.filter((one) => one.at >= at && one.at < at + 60_000);
        expect(inMinute.reduce((sum, one) => sum + one.amount, 0)).toBeLessThanOrEqual(3_000);
      }
    }),
  );
});

test('a clock that is set back makes no client wait for more than a minute', () => {
  const { clock, limit } = setUp(1);
  limit.spend('a', 100);
  clock.nowMs -= 86_400_000;
  expect(limit.waitMs('a')).toBeLessThanOrEqual(60_000);
});

test('0 is no limit, and the client that was quiet for longest is forgotten', () => {
  const { limit: none } = setUp(0);
  none.spend('a', 1e12);
  expect(none.waitMs('a')).toBe(0);
  const { limit } = setUp(1, 2);
  for (const client of ['a', 'b', 'c']) limit.spend(client, 2);
  expect(['a', 'b', 'c'].map((client) => limit.waitMs(client) > 0)).toEqual([false, true, true]);
});
