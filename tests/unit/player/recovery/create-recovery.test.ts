import { expect, test } from 'vitest';
import { recoveryLimits } from '../../../../shared/limits/recovery-limits.ts';
import { playbackState } from '../../../../shared/player/playback-state.ts';
import { damaged, media, startRecovery } from './start-recovery.ts';

const down = { name: 'net.retryexhausted', status: 503 } as const;

test('an engine that can continue does, while its buffer plays: no spinner, no error', async () => {
  const { recovery, did, clock, store } = startRecovery({ canResume: true });
  recovery.failed(down);
  await clock.advanceAsync(recoveryLimits.backOffMs);
  expect(did).toEqual(['resume']);
  expect(store.getState()).toMatchObject({ playback: playbackState.playing, error: null });
});

test('reloaded media shows the spinner, and plays from the same position', async () => {
  const { recovery, did, clock, store } = startRecovery();
  recovery.failed(down);
  await clock.advanceAsync(0);
  expect(store.getState().playback).toBe(playbackState.buffering);
  await clock.advanceAsync(recoveryLimits.backOffMs);
  expect(did).toEqual(['play way 0 (/a.m3u8) from 30']);
});

test('a video that was paused stays paused', async () => {
  const { recovery, did, clock, store } = startRecovery();
  store.dispatch({ type: 'paused', media: { ...media, isPaused: true } });
  recovery.failed(down);
  await clock.advanceAsync(recoveryLimits.backOffMs);
  expect(did).toEqual(['show way 0 (/a.m3u8) from 30']);
  expect(store.getState().playback).toBe(playbackState.paused);
});

test('failures during a step belong to it', async () => {
  const { recovery, did, clock } = startRecovery();
  for (let i = 0; i < 5; i += 1) recovery.failed(down);
  await clock.advanceAsync(recoveryLimits.backOffMaxMs);
  expect(did).toHaveLength(1);
});

test('offline nothing is tried until the network is back, and then at once', async () => {
  const { recovery, did, clock, network } = startRecovery({ onLine: false });
  recovery.failed({ name: 'net.retryexhausted' });
  await clock.advanceAsync(recoveryLimits.patienceMs - 1);
  expect(did).toEqual([]);
  network.dispatchEvent(new Event('online'));
  await clock.advanceAsync(0);
  expect(did).toEqual(['play way 0 (/a.m3u8) from 30']);
});

test('a network that does not come back is an error once patience has ended', async () => {
  const { recovery, did, clock } = startRecovery({ onLine: false });
  recovery.failed({ name: 'net.retryexhausted' });
  await clock.advanceAsync(recoveryLimits.patienceMs);
  recovery.failed({ name: 'net.retryexhausted' });
  await clock.advanceAsync(0);
  expect(did.at(-1)).toBe('fail net.retryexhausted');
});

test('near damage little is fetched ahead, and after a while the usual amount', async () => {
  const { recovery, clock, store, on } = startRecovery();
  store.dispatch({ type: 'paused', media: { ...media, isPaused: true } });
  recovery.failed(damaged);
  await clock.advanceAsync(0);
  expect(on.bufferGoalSec).toBe(recoveryLimits.carefulSec);
  await clock.advanceAsync(recoveryLimits.carefulMs);
  expect(on.bufferGoalSec).toBeNull();
});

test('a retry after the error begins with the best way to play, at the same position', async () => {
  const { recovery, did, clock, store } = startRecovery({ wayCount: 2 });
  for (let i = 0; i < 2; i += 1) {
    recovery.failed({ name: 'net.retryexhausted', status: 404 });
    await clock.advanceAsync(0);
  }
  expect(store.getState().error?.name).toBe('net.retryexhausted');
  recovery.retry();
  expect(did.at(-1)).toBe('play way 0 (/a.m3u8) from 30');
  expect(store.getState()).toMatchObject({ error: null, playback: playbackState.buffering });
});

test('nothing happens once another video is on stage', async () => {
  const { recovery, did, clock, life } = startRecovery();
  recovery.failed(down);
  await clock.advanceAsync(0);
  life.abort();
  await clock.advanceAsync(recoveryLimits.patienceMs);
  expect(did).toEqual([]);
  expect(clock.timerCount).toBe(0);
});
