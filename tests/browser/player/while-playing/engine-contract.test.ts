import { describe, expect, test } from 'vitest';
import { recoveryLimits } from '../../../../shared/limits/recovery-limits.ts';
import { visitorIdPath } from '../../../../shared/wire/visitor-id-path.ts';
import { intake } from '../../intake.ts';
import { licence, playlistWithSilentQuality, sealedPlaylist } from './made-playlists.ts';
import { type EngineKind, films, openEngine } from './open-engine.ts';

/**
 * The behaviour of every engine, and of those that offer choices: the same suite over all of them.
 */
const all: EngineKind[] = ['hls.js in a worker', 'hls.js', 'rx-player', 'native'];
const adaptive: EngineKind[] = ['hls.js in a worker', 'hls.js', 'rx-player'];
const hls: EngineKind[] = ['hls.js in a worker', 'hls.js'];

/** Seconds: how far a seek may end from its target. */
const nearby = 0.5;

describe.each(all)('%s', (kind) => {
  const { durationSec, workerCount } = films[kind];

  test('plays, reports where it runs, seeks, stays at the target of a seek while paused, ends, and plays again', async () => {
    const { video, load, failures, workers, state, engine } = await openEngine(kind);
    load();
    await expect.poll(() => video.currentTime).toBeGreaterThan(0.3);
    expect(Math.abs(video.duration - durationSec)).toBeLessThan(1);
    expect(state().engine ?? engine.name).toBe(kind);
    expect(workers.made).toHaveLength(workerCount);
    // Beyond the buffer, and back into it.
    for (const to of [durationSec - 10, 1]) {
      video.currentTime = to;
      await expect.poll(() => video.seeking).toBe(false);
      await expect.poll(() => video.currentTime).toBeGreaterThan(to + 0.2);
      expect(video.currentTime).toBeLessThan(to + 10);
    }
    video.pause();
    video.currentTime = durationSec / 2;
    await expect.poll(() => video.seeking).toBe(false);
    await expect
      .poll(() => video.readyState)
      .toBeGreaterThanOrEqual(HTMLMediaElement.HAVE_CURRENT_DATA);
    expect(Math.abs(video.currentTime - durationSec / 2)).toBeLessThan(nearby);
    expect(video.paused).toBe(true);
    await video.play();
    video.currentTime = durationSec - 0.7;
    await expect.poll(() => video.ended).toBe(true);
    video.currentTime = 0;
    await video.play();
    await expect.poll(() => video.currentTime).toBeGreaterThan(0.3);
    expect(video.currentTime).toBeLessThan(10);
    expect(failures).toEqual([]);
  });

  test('loops endlessly', async () => {
    const { video, load, failures } = await openEngine(kind);
    video.loop = true;
    load({}, durationSec - 1.2);
    const playedToSec = () => (video.played.length ? video.played.end(video.played.length - 1) : 0);
    await expect
      .poll(() => playedToSec() > durationSec - 1.3 && video.currentTime < durationSec / 2)
      .toBe(true);
    const again = video.currentTime;
    await expect.poll(() => video.currentTime).toBeGreaterThan(again);
    expect(failures).toEqual([]);
  });

  test('starts at the given second', async () => {
    const { video, load } = await openEngine(kind);
    load({}, 20);
    await expect.poll(() => video.currentTime).toBeGreaterThan(20.2);
    expect(video.currentTime).toBeLessThan(30);
  });

  test('reports that its source is not media', async () => {
    const { load, failedBy } = await openEngine(kind);
    load({ url: new URL('/package.json', location.href).href });
    await expect.poll(failedBy).not.toHaveLength(0);
  });

  test('leaves nothing behind: no media, worker or later reports', async () => {
    const { video, load, engine, workers, store, failures } = await openEngine(kind);
    load();
    await expect.poll(() => video.currentTime).toBeGreaterThan(0.2);
    engine.dispose();
    expect(video.srcObject).toBeNull();
    expect(video.getAttribute('src')).toBeNull();
    expect(video.querySelectorAll('track')).toHaveLength(0);
    await expect.poll(() => video.readyState).toBe(HTMLMediaElement.HAVE_NOTHING);
    // RxPlayer ends its worker with a delay.
    await expect.poll(() => workers.ended.size).toBe(workers.made.length);
    let reports = 0;
    store.subscribe(() => {
      reports += 1;
    });
    for (const event of ['seeking', 'waiting', 'error', 'encrypted'])
      video.dispatchEvent(new Event(event));
    expect([reports, failures]).toEqual([0, []]);
  });
});

describe.each(adaptive)('%s', (kind) => {
  test('names its qualities, plays the chosen one, and then chooses automatically again', async () => {
    const { video, load, engine, state } = await openEngine(kind);
    load();
    await expect.poll(() => state().qualities.length).toBeGreaterThan(1);
    const smallest = state().qualities.toSorted((a, b) => a.height - b.height)[0];
    const tallest = state().qualities.toSorted((a, b) => b.height - a.height)[0];
    for (const level of [smallest, tallest]) {
      engine.setQuality(level?.id ?? null);
      await expect.poll(() => state().qualityId).toBe(level?.id);
      await expect.poll(() => video.videoHeight).toBe(level?.height);
    }
    engine.setQuality('nothing');
    engine.setQuality(null);
    const at = video.currentTime;
    await expect.poll(() => video.currentTime).toBeGreaterThan(at + 0.2);
  });

  test('knows the codecs that it plays, for the statistics', async () => {
    const { video, load, engine } = await openEngine(kind);
    load();
    await expect.poll(() => video.currentTime).toBeGreaterThan(0);
    await expect.poll(() => engine.read?.().codecs).toMatch(/^avc1.+, mp4a/);
  });

  test('fetches the smallest picture while the page is hidden, and then the best again', async () => {
    const { video, load, engine, state } = await openEngine(kind);
    // An engine plays what it has fetched already, so it may fetch only little ahead. With less
    // than 5 s RxPlayer would not play on after a wait.
    engine.setBufferGoal?.(recoveryLimits.carefulSec);
    load();
    await expect.poll(() => state().qualities.length).toBeGreaterThan(1);
    await expect.poll(() => video.currentTime).toBeGreaterThan(0.2);
    const heights = state().qualities.map(({ height }) => height);
    engine.setFrugal?.(true);
    video.currentTime = 30;
    await expect.poll(() => video.videoHeight).toBe(Math.min(...heights));
    engine.setFrugal?.(false);
    engine.setBufferGoal?.(null);
    video.currentTime = 5;
    await expect.poll(() => video.videoHeight).toBeGreaterThan(Math.min(...heights));
  });
});

describe.each(hls)('%s', (kind) => {
  test('names its sound tracks, and plays the chosen one', async () => {
    const { load, engine, state } = await openEngine(kind);
    load();
    await expect
      .poll(() => state().audioTracks.map(({ languageCode }) => languageCode))
      .toEqual(['en', 'es']);
    await expect.poll(() => state().audioTrackId).toBe('0');
    engine.setAudioTrack('1');
    await expect.poll(() => state().audioTrackId).toBe('1');
  });

  test('plays the chosen quality while another one’s first bytes are still under way', async () => {
    const { video, load, engine, state } = await openEngine(kind);
    await intake.reset();
    await intake.mode({ answer: 'hang', visitorIds: true });
    load({ url: await playlistWithSilentQuality(visitorIdPath) });
    await expect.poll(async () => (await intake.state()).visitorIds).toBeGreaterThan(1);
    const smallest = state().qualities.toSorted((a, b) => a.height - b.height)[0];
    engine.setQuality(smallest?.id ?? null);
    await expect.poll(() => state().qualityId).toBe(smallest?.id);
    await expect.poll(() => video.currentTime).toBeGreaterThan(0.2);
    await intake.cut();
  });

  test('plays encrypted media with the licence’s keys', async () => {
    const { video, load, failures } = await openEngine(kind);
    load({
      url: await sealedPlaylist(),
      drm: [{ keySystem: 'org.w3.clearkey', licenseUrl: licence }],
    });
    await expect.poll(() => video.currentTime).toBeGreaterThan(1);
    expect(video.mediaKeys?.constructor.name).toBe('MediaKeys');
    video.currentTime = 9;
    await expect.poll(() => video.currentTime).toBeGreaterThan(9.2);
    expect(failures).toEqual([]);
  });

  test('reports a refused licence', async () => {
    const { load, failedBy } = await openEngine(kind);
    load({
      url: await sealedPlaylist(),
      drm: [
        { keySystem: 'org.w3.clearkey', licenseUrl: new URL('/not-there', location.href).href },
      ],
    });
    // Reported for each attempt, until the engine is disposed.
    await expect.poll(() => failedBy()[0]).toBe('drm.auth');
  });
});
