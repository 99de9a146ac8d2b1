import { expect, test } from 'vitest';
import { bridgeLimits } from '../../../shared/limits.ts';
import { createCommandLog } from '../../../src/bridge/command-log.ts';
import { createFakeClock } from '../fake-clock.ts';

const limit = bridgeLimits.loggedCommandsPerSec;

function setUp() {
  const clock = createFakeClock();
  const logged: unknown[] = [];
  const note = createCommandLog((name, payload) => logged.push([name, payload]), clock.now);
  const noteTimes = (count: number) => {
    for (let done = 0; done < count; done += 1) note('seekTo', {});
  };
  return { clock, logged, note, noteTimes };
}

test('a command is logged with its name and what the host said about it', () => {
  const { logged, note } = setUp();
  note('loadVideoById', { rct: 'endscreen' });
  expect(logged).toEqual([['host_command', { func: 'loadVideoById', rct: 'endscreen' }]]);
});

test('of a flood only the first commands of a second are logged', () => {
  const { logged, noteTimes } = setUp();
  noteTimes(limit * 100);
  expect(logged).toHaveLength(limit);
});

test('the next logged command says how many were not, once', () => {
  const { clock, logged, noteTimes } = setUp();
  noteTimes(limit + 7);
  clock.advance(1_000);
  noteTimes(2);
  expect(logged.slice(limit)).toEqual([
    ['host_command', { func: 'seekTo', skipped: 7 }],
    ['host_command', { func: 'seekTo' }],
  ]);
});

test('commands that come slowly are all logged', () => {
  const { clock, logged, noteTimes } = setUp();
  for (let second = 0; second < 5; second += 1) {
    noteTimes(limit);
    clock.advance(1_000);
  }
  expect(logged).toHaveLength(limit * 5);
});

test('the second is not over a millisecond too early', () => {
  const { clock, logged, noteTimes } = setUp();
  noteTimes(limit);
  clock.advance(999);
  noteTimes(1);
  expect(logged).toHaveLength(limit);
  clock.advance(1);
  noteTimes(1);
  expect(logged).toHaveLength(limit + 1);
});
