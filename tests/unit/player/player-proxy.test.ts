import { expect, test, vi } from 'vitest';
import { createPlayerProxy } from '../../../src/player/player-proxy.ts';

function setUp() {
  const api: { current: string | null } = { current: null };
  const started: unknown[] = [];
  const timers: { callback: () => void; ms: number }[] = [];
  const clearTimeout = vi.fn();
  const proxy = createPlayerProxy<string, string>({
    findApi: () => api.current,
    onReady: (found) => started.push(['ready', found]),
    startVideo: (found, config, start) => started.push([found, config, start]),
    clock: {
      setTimeout(callback, ms) {
        timers.push({ callback, ms });
        return timers.length;
      },
      clearTimeout,
    },
  });
  return { api, started, timers, clearTimeout, proxy };
}

test('polls every 50 ms until the player’s API is present', () => {
  const { api, timers, proxy } = setUp();
  timers[0]?.callback();
  expect(timers.map(({ ms }) => ms)).toEqual([50, 50]);
  expect(proxy.isReady()).toBe(false);
  api.current = 'player';
  timers[1]?.callback();
  expect(proxy.isReady()).toBe(true);
  expect(timers).toHaveLength(2);
});

test('of the configs that come before, the last one wins and starts once on ready', () => {
  const { api, started, timers, proxy } = setUp();
  proxy.load('first', 'load');
  proxy.load('second', 'cue');
  api.current = 'player';
  timers[0]?.callback();
  expect(started).toEqual([
    ['ready', 'player'],
    ['player', 'second', 'cue'],
  ]);
});

test('a config that comes later starts at once', () => {
  const { api, started, timers, proxy } = setUp();
  api.current = 'player';
  timers[0]?.callback();
  proxy.load('now', 'load');
  expect(started.at(-1)).toEqual(['player', 'now', 'load']);
});

test('a disposed proxy stops polling', () => {
  const { clearTimeout, proxy } = setUp();
  proxy.dispose();
  expect(clearTimeout).toHaveBeenCalledWith(1);
});
