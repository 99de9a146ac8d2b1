import { expect, test } from 'vitest';
import { playerLimits } from '../../../shared/limits/player-limits.ts';
import { limitLog } from '../../../src/telemetry/limit-log.ts';
import { createFakeClock } from '../fake-clock.ts';

const limit = playerLimits.loggedPerSec;

function setUp() {
  const clock = createFakeClock();
  const logged: unknown[][] = [];
  const log = limitLog((...call) => void logged.push(call), clock.now);
  const logTimes = (count: number, name = 'host_command') => {
    for (let done = 0; done < count; done += 1) log(name, { func: 'seekTo' });
  };
  return { clock, logged, log, logTimes };
}

test('an event is logged unchanged, with its tier', () => {
  const { logged, log } = setUp();
  log('player_error', { code: 5 }, { tier: 'immediate' });
  expect(logged).toEqual([['player_error', { code: 5 }, { tier: 'immediate' }]]);
});

test('only the first events of a flood within a second are logged', () => {
  const { logged, logTimes } = setUp();
  logTimes(limit * 100);
  expect(logged).toHaveLength(limit);
});

test('a flood of one name does not affect others', () => {
  const { logged, logTimes } = setUp();
  logTimes(limit * 2, 'player_error');
  logTimes(1, 'playback_state');
  expect(logged.at(-1)?.[0]).toBe('playback_state');
});

test('the next event of that name has the count of those not logged, once', () => {
  const { clock, logged, logTimes } = setUp();
  logTimes(limit + 7);
  clock.advance(1_000);
  logTimes(2);
  expect(logged.slice(limit).map(([, payload]) => payload)).toEqual([
    { func: 'seekTo', skipped: 7 },
    { func: 'seekTo' },
  ]);
});

test('events at a low rate are all logged', () => {
  const { clock, logged, logTimes } = setUp();
  for (let second = 0; second < 5; second += 1) {
    logTimes(limit);
    clock.advance(1_000);
  }
  expect(logged).toHaveLength(limit * 5);
});

test('the second does not end a millisecond too early', () => {
  const { clock, logged, logTimes } = setUp();
  logTimes(limit);
  clock.advance(999);
  logTimes(1);
  expect(logged).toHaveLength(limit);
  clock.advance(1);
  logTimes(1);
  expect(logged).toHaveLength(limit + 1);
});
