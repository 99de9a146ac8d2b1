import { expect, test } from 'vitest';
import { createPlayerProxy } from '../../../../src/player/session/player-proxy.ts';
import { createFakeClock } from '../../fake-clock.ts';

function setUp() {
  const api: { current: string | null; lookCount: number } = { current: null, lookCount: 0 };
  const started: unknown[] = [];
  const clock = createFakeClock();
  const proxy = createPlayerProxy<string, string>({
    findApi() {
      api.lookCount += 1;
      return api.current;
    },
    onReady: (found) => started.push(['ready', found]),
    startVideo: (found, config, start) => started.push([found, config, start]),
    clock,
    soon: (look) => look(),
  });
  return { api, started, clock, proxy };
}

test('the proxy polls every 50 ms until the player’s API is present, and no longer [spec-4.6, spec-9.18]', () => {
  const { api, clock, proxy } = setUp();
  const before = api.lookCount;
  clock.advance(500);
  expect(api.lookCount - before).toBe(10);
  api.current = 'player';
  clock.advance(49);
  expect(proxy.isReady()).toBe(false);
  clock.advance(1);
  expect(proxy.isReady()).toBe(true);
  expect(clock.timerCount).toBe(0);
});

test('the last of several early configs counts, and starts once on ready [spec-4.7, spec-4.26]', () => {
  const { api, started, clock, proxy } = setUp();
  proxy.load('first', 'load');
  proxy.load('second', 'cue');
  api.current = 'player';
  clock.advance(50);
  expect(started).toEqual([
    ['ready', 'player'],
    ['player', 'second', 'cue'],
  ]);
});

test('a config after that starts at once [spec-4.25]', () => {
  const { api, started, clock, proxy } = setUp();
  api.current = 'player';
  clock.advance(50);
  proxy.load('now', 'load');
  expect(started.at(-1)).toEqual(['player', 'now', 'load']);
});

test('a disposed proxy stops polling', () => {
  const { clock, proxy } = setUp();
  proxy.dispose();
  expect(clock.timerCount).toBe(0);
});
