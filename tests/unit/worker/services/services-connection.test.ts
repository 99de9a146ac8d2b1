import { beforeEach, expect, test } from 'vitest';
import { connectivityLimits } from '../../../../shared/limits/connectivity-limits.ts';
import { settlePromises } from '../../fake-clock.ts';
import { makeEntry } from '../events/make-events.ts';
import {
  config,
  create,
  logPath,
  makePlatform,
  scene,
  startScene,
  taken,
} from './services-scene.ts';

beforeEach(startScene);
const unreached = () => Promise.reject(new TypeError('Failed to fetch'));

test('while a video plays API replies prove the connection, and without any it is checked after 30 s', async () => {
  const json = () => new Response('{}', { headers: { 'content-type': 'application/json' } });
  // The provider log reports the empty reply; its request fails.
  scene.answers = { '/youtubei/v1/player': json, '/log': unreached };
  const proofs = () => scene.requests.filter((request) => request !== 'POST /log');
  const services = create(makePlatform());
  await services.start(config);
  await scene.clock.advanceAsync(3_600_000);
  expect(proofs()).toEqual([]);
  await services.notice({ type: 'playing', isPlaying: true });
  await scene.clock.advanceAsync(20_000);
  await services.getVideo('offstage001');
  await scene.clock.advanceAsync(29_999);
  expect(proofs()).toEqual(['POST /youtubei/v1/player']);
  await scene.clock.advanceAsync(1);
  expect(proofs()).toEqual(['POST /youtubei/v1/player', 'HEAD /generate_204']);
  await services.notice({ type: 'playing', isPlaying: false });
  await scene.clock.advanceAsync(3_600_000);
  expect(proofs()).toHaveLength(2);
  await services.dispose();
  expect(scene.clock.timerCount).toBe(0);
});

test('services that start while a video plays check the connection too', async () => {
  const services = create(makePlatform());
  // The provider log’s own report on the missing visitor id proves nothing here.
  scene.answers = { '/log': () => new Promise(() => {}) };
  await services.start({ ...config, consent: 'pending' });
  await services.notice({ type: 'playing', isPlaying: true });
  await scene.clock.advanceAsync(60_000);
  expect(scene.requests).toEqual([]);
  await services.setConsent('granted');
  await scene.clock.advanceAsync(30_000);
  expect(scene.requests).toEqual(['POST /log', 'HEAD /generate_204']);
  await services.dispose();
});

test('when a check finds the connection again the queue is sent at once, without waiting for its pause', async () => {
  scene.answers = { '/generate_204': unreached, [logPath]: unreached };
  const services = create(makePlatform({ random: () => 1 }));
  await services.start(config);
  services.log([makeEntry(1, { tier: 400 })]);
  // Long enough for pauses of one minute.
  await scene.clock.advanceAsync(600_000);
  expect(scene.news).toContainEqual({ type: 'connectivity', isOnline: false });
  scene.answers = { [logPath]: taken };
  await scene.clock.advanceAsync(connectivityLimits.checkEveryMs);
  expect(scene.news.slice(-3)).toMatchObject([
    { type: 'connectivity', isOnline: true },
    { type: 'sending', state: 'ok' },
    { type: 'delivered', ranges: [[1, 1]] },
  ]);
  await services.dispose();
  expect(scene.clock.timerCount).toBe(0);
});

test('the browser’s network event starts a check, and only a successful check sends the queue', async () => {
  let hint = () => {};
  scene.answers = { '/generate_204': unreached, [logPath]: unreached };
  const onNetworkHint = (listener: () => void) => {
    hint = listener;
  };
  const services = create(makePlatform({ onNetworkHint }));
  await services.start(config);
  services.log([makeEntry(1, { tier: 400 })]);
  await scene.clock.advanceAsync(0);
  scene.requests = [];
  hint();
  await settlePromises();
  expect(scene.requests).toEqual(['HEAD /generate_204']);
  scene.answers = { [logPath]: taken };
  hint();
  await settlePromises();
  expect(scene.requests).toEqual(['HEAD /generate_204', 'HEAD /generate_204', `POST ${logPath}`]);
  await services.dispose();
});

test('a page without anything to send makes no checks, visible or hidden', async () => {
  // Entries about the services themselves.
  scene.answers = { '/log': taken };
  const services = create(makePlatform());
  await services.start(config);
  await scene.clock.advanceAsync(60_000);
  scene.requests = [];
  for (const state of ['visible', 'hidden', 'visible'] as const) {
    await services.notice({ type: 'visibility', state });
    await scene.clock.advanceAsync(3_600_000);
    expect(scene.requests).toEqual([]);
  }
  await services.dispose();
});

test('a queue that waits for a connection is checked every 30 s, only while the page is visible', async () => {
  scene.answers = { '/generate_204': unreached, [logPath]: unreached };
  const services = create(makePlatform({ random: () => 1 }));
  await services.start(config);
  services.log([makeEntry(1, { tier: 400 })]);
  await scene.clock.advanceAsync(600_000);
  const checksIn = async (ms: number) => {
    scene.requests = [];
    await scene.clock.advanceAsync(ms);
    return scene.requests.filter((request) => request === 'HEAD /generate_204').length;
  };
  const seen = await checksIn(600_000);
  await services.notice({ type: 'visibility', state: 'hidden' });
  expect(await checksIn(600_000)).toBeLessThan(seen);
  await services.dispose();
});
