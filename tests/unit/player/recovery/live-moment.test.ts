import { expect, test } from 'vitest';
import type { MediaReading } from '../../../../src/player/state/player-event.ts';
import { damaged, media, startRecovery } from './start-recovery.ts';

/** A stream's last minute, at this position. */
const at = (currentTime: number, end = 64): MediaReading => ({
  ...media,
  currentTime,
  seekable: { start: end - 60, end },
});

/** A live stream with this position, and what recovery does. */
function startLive(currentTime: number) {
  const started = startRecovery({ isLive: true });
  const { store, recovery, clock } = started;
  const fail = async () => {
    recovery.failed(damaged);
    await clock.advanceAsync(0);
  };
  store.dispatch({ type: 'seeking', media: at(currentTime) });
  store.dispatch({ type: 'seeked', media: at(currentTime) });
  return { ...started, fail };
}

test('a live stream that was loaded again goes on behind its newest moment, as far as its viewer was', async () => {
  const { did, fail } = startLive(34);
  await fail();
  expect(did).toEqual(['play way 0 (/a.m3u8) from -30']);
});

test('the stream goes on while it is loaded again, so its viewer is farther behind by then', async () => {
  const { did, fail, clock, store } = startLive(34);
  store.dispatch({ type: 'waiting', media: at(34) });
  clock.advance(16_000);
  await fail();
  expect(did).toEqual(['play way 0 (/a.m3u8) from -46']);
});

test('a second restart, before the stream has a new position, knows the moment still', async () => {
  const { did, fail, clock, store } = startLive(34);
  await fail();
  // The new timeline, with the position of the old one.
  store.dispatch({ type: 'time', media: at(0, 30) });
  clock.advance(5_000);
  await fail();
  expect(did.at(-1)).toBe('play way 0 (/a.m3u8) from -35');
  // The new position.
  store.dispatch({ type: 'seeking', media: at(10, 50) });
  clock.advance(1_000);
  await fail();
  expect(did.at(-1)).toBe('play way 0 (/a.m3u8) from -41');
});

test('a viewer who sought back keeps that moment, though no media came for it', async () => {
  const { did, fail, store } = startLive(60);
  store.dispatch({ type: 'waiting', media: at(60) });
  store.dispatch({ type: 'seeking', media: at(30) });
  await fail();
  expect(did).toEqual(['play way 0 (/a.m3u8) from -34']);
});

test('a viewer at the live edge returns to it, however long the stream stood still', async () => {
  const { did, fail, clock, store } = startLive(60);
  store.dispatch({ type: 'waiting', media: at(60) });
  store.dispatch({ type: 'time', media: at(60, 100) });
  clock.advance(30_000);
  await fail();
  expect(did).toEqual(['play way 0 (/a.m3u8) from 0']);
});

test('a pause at the live edge becomes a moment of its own', async () => {
  const { did, fail, store } = startLive(60);
  store.dispatch({ type: 'paused', media: { ...at(60), isPaused: true } });
  store.dispatch({ type: 'time', media: { ...at(60, 100), isPaused: true } });
  await fail();
  expect(did).toEqual(['show way 0 (/a.m3u8) from -40']);
});
