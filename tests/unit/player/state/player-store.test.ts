import { expect, test } from 'vitest';
import {
  createPlayerStore,
  type DispatchObserver,
} from '../../../../src/player/state/player-store.ts';

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

test('while the video plays its new times reach only listeners that follow the time', () => {
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

test('observers see each event before and after its listeners, and unsubscribe in any order', () => {
  const store = createPlayerStore();
  const seen: string[] = [];
  const observer =
    (name: string): DispatchObserver =>
    ({ type }) => {
      seen.push(`${name} before ${type}`);
      return () => seen.push(`${name} after ${type}`);
    };
  store.subscribe(() => seen.push('listener'));
  const stopFirst = store.observe(observer('first'));
  const stopSecond = store.observe(observer('second'));
  const dispatch = (volume: number) => {
    seen.length = 0;
    store.dispatch({ type: 'volume', volume, isMuted: false });
    return [...seen];
  };
  expect(dispatch(1)).toEqual([
    'first before volume',
    'second before volume',
    'listener',
    'first after volume',
    'second after volume',
  ]);
  stopFirst();
  expect(dispatch(2)).toEqual(['second before volume', 'listener', 'second after volume']);
  stopSecond();
  expect(dispatch(3)).toEqual(['listener']);
});

test('observers see the end of an event even when a listener throws', () => {
  const store = createPlayerStore();
  let isOver = false;
  store.observe(() => () => {
    isOver = true;
  });
  store.subscribe(() => {
    throw new Error('broken listener');
  });
  expect(() => store.dispatch({ type: 'first_frame' })).toThrow('broken listener');
  expect(isOver).toBe(true);
});

test('a time source gives the position to readers and to listeners, and notifies no other', () => {
  const store = createPlayerStore();
  store.dispatch({ type: 'first_frame' });
  const positions: number[] = [];
  store.subscribe((_, previous) => positions.push(previous.currentTime));
  let position: number | null = 3;
  store.setTimeSource({ read: () => position, onFollowers: () => {} });
  expect(store.getState().currentTime).toBe(3);
  position = 4;
  expect(positions).toEqual([]);
  store.dispatch({ type: 'volume', volume: 10, isMuted: false });
  expect(positions).toEqual([4]);
  position = null;
  expect(store.getState().currentTime).toBe(4);
});

test('a time source is notified when listeners begin and stop to follow the time', () => {
  const store = createPlayerStore();
  const counts: number[] = [];
  const stopEarly = store.subscribe(() => {}, true);
  store.setTimeSource({ read: () => null, onFollowers: () => counts.push(store.followers.size) });
  const stopLate = store.subscribe(() => {}, true);
  stopEarly();
  stopLate();
  expect(counts).toEqual([1, 2, 1, 0]);
});

test('the store’s functions cannot be replaced', () => {
  const store = createPlayerStore();
  const replaced = createPlayerStore();
  // @ts-expect-error Two scripts that replace a function undo each other: they observe instead.
  replaced.dispatch = store.dispatch;
  // @ts-expect-error As above; the time source is for this.
  replaced.getState = store.getState;
  // @ts-expect-error As above.
  replaced.subscribe = store.subscribe;
});
