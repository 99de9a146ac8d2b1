import { expect, test } from 'vitest';
import { createPlayerStore } from '../../../src/player/player-store.ts';

test('a listener that dispatches does not let others see the states out of order', () => {
  const store = createPlayerStore();
  const seen: number[] = [];
  store.subscribe(
    ({ volume }) => volume === 10 && store.dispatch({ type: 'volume', volume: 20, isMuted: false }),
  );
  store.subscribe(({ volume }) => seen.push(volume));
  store.dispatch({ type: 'volume', volume: 10, isMuted: false });
  expect(seen).toEqual([10, 20]);
});

test('an event that changes nothing reaches no listener', () => {
  const store = createPlayerStore();
  let calls = 0;
  store.subscribe(() => {
    calls += 1;
  });
  store.dispatch({ type: 'volume', volume: 100, isMuted: false });
  expect(calls).toBe(0);
});

test('a listener that throws does not stop the store', () => {
  const store = createPlayerStore();
  const stop = store.subscribe(() => {
    throw new Error('broken listener');
  });
  expect(() => store.dispatch({ type: 'volume', volume: 10, isMuted: false })).toThrow(
    'broken listener',
  );
  stop();
  store.dispatch({ type: 'volume', volume: 20, isMuted: false });
  expect(store.getState().volume).toBe(20);
});

test('that the video goes on reaches whoever follows the time, and all know it', () => {
  const store = createPlayerStore();
  store.dispatch({ type: 'first_frame' });
  const times: number[] = [];
  let wakes = 0;
  store.subscribe(() => {
    wakes += 1;
  });
  const stop = store.subscribe(({ currentTime }) => times.push(currentTime), true);
  store.dispatch({ type: 'moved', currentTime: 1.25 });
  store.dispatch({ type: 'moved', currentTime: 1.5 });
  expect(times).toEqual([1.25, 1.5]);
  expect(wakes).toBe(0);
  stop();
  store.dispatch({ type: 'moved', currentTime: 1.75 });
  expect(times).toEqual([1.25, 1.5]);
  expect(store.getState().currentTime).toBe(1.75);
});
