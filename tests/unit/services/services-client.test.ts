import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServicesHost } from '../../../src/services/services-host.ts';
import type { ServicesPlace } from '../../../src/services/services-place.ts';
import { sid } from '../worker/events/make-events.ts';
import {
  create,
  endScene,
  life,
  scene,
  startScene,
  untilAnswered,
  untilLogged,
  untilRunning,
} from './client-scene.ts';
import { FakeServices } from './fake-services.ts';

beforeEach(startScene);
afterEach(endScene);

test('a flush that is pending when the services die settles as a failure', async () => {
  create();
  await untilRunning();
  life(0).silent = new Set(['flush']);
  const flushed = scene.client.flush();
  await expect.poll(() => scene.clock.timerCount).toBe(2);
  life(0).die('crashed');
  expect(await flushed).toMatchObject({ ok: false, error: { code: 'DEAD' } });
});

test('a flush that exceeds its deadline is answered, and does not count as a death', async () => {
  create();
  await untilRunning();
  life(0).silent = new Set(['flush']);
  const flushed = scene.client.flush();
  await expect.poll(() => scene.clock.timerCount).toBe(2);
  scene.clock.advance(15_000);
  await expect.poll(() => life(0).pings).toBe(1);
  await untilAnswered();
  scene.clock.advance(15_000);
  await expect.poll(() => life(0).pings).toBe(2);
  await untilAnswered();
  scene.clock.advance(5_000);
  expect(await flushed).toMatchObject({ ok: false, error: { code: 'DEADLINE' } });
  expect(life(0).isTerminated).toBe(false);
});

test('an array with an event that cannot be cloned arrives without it, and the event is counted', async () => {
  create();
  await untilRunning();
  scene.client.log('good', {});
  scene.client.log('bad', { callback: () => {} });
  scene.client.log('good', {});
  scene.clock.advance(100);
  await untilLogged(0, [1, 3]);
  expect(scene.client.accounting()).toMatchObject({
    created: 3,
    queued: 2,
    dropped: { not_json: 1 },
  });
});

test('an array with an event whose getter throws arrives without it, and the event is counted', async () => {
  create();
  await untilRunning();
  scene.client.log('good', {});
  scene.client.log('bad', {
    get text(): string {
      throw new Error('no text');
    },
  });
  scene.client.log('good', {});
  scene.clock.advance(100);
  await untilLogged(0, [1, 3]);
  expect(scene.client.accounting()).toMatchObject({
    created: 3,
    queued: 2,
    dropped: { not_json: 1 },
  });
});

test('hiding hands over and sends a beacon, and the next beacon leaves out its events', async () => {
  create();
  await untilRunning();
  scene.client.log('played', {});
  scene.client.leave();
  await untilLogged(0, [1]);
  scene.client.log('played', {});
  scene.client.leave();
  scene.client.leave();
  const seqs = scene.beacons.map((body) =>
    JSON.parse(body).events.map((event: { seq: number }) => event.seq),
  );
  expect(seqs).toEqual([[1], [2]]);
});

test('a page that is hidden again sends again what is still undelivered', async () => {
  create();
  await untilRunning();
  scene.client.log('played', {});
  scene.client.leave();
  scene.clock.advance(2_000);
  scene.client.leave();
  expect(scene.beacons).toHaveLength(1);
  // The intake has not acknowledged it: the first was lost.
  scene.clock.advance(1);
  scene.client.leave();
  expect(scene.beacons).toHaveLength(2);
});

test('the document’s lock is held from its first stored event until the end', async () => {
  create();
  expect(scene.locked).toEqual([]);
  await untilRunning();
  life(0).die('crashed');
  scene.clock.advance(250);
  await untilRunning();
  expect(scene.locked).toMatchObject([{ sid, signal: { aborted: false } }]);
  await scene.client.dispose();
  expect(scene.locked).toMatchObject([{ sid, signal: { aborted: true } }]);
});

test('a document without a durable store holds no lock', async () => {
  scene.prepare = (services) => {
    services.isDurable = false;
  };
  create();
  await untilRunning();
  expect(scene.locked).toEqual([]);
});

test('a worker that is slow to load starts again as a worker, each time with more time', async () => {
  scene.prepare = (services) => {
    services.isStalled = scene.lives.length < 2;
  };
  create();
  await scene.clock.advanceAsync(6_999);
  expect(life(0).isTerminated).toBe(false);
  await scene.clock.advanceAsync(1);
  expect(life(0).isTerminated).toBe(true);
  await scene.clock.advanceAsync(250 + 8_999);
  expect(life(1).isTerminated).toBe(false);
  await scene.clock.advanceAsync(1 + 500);
  await untilRunning();
  expect(scene.lives.map((services) => services.place)).toEqual(['worker', 'worker', 'worker']);
});

test('a worker that never loads is given up for services in the page', async () => {
  scene.prepare = (services) => {
    services.isStalled = services.place !== 'page';
  };
  create();
  const deadlinesMs = 7_000 + 9_000 + 13_000 + 21_000;
  await scene.clock.advanceAsync(deadlinesMs + 250 + 500 + 1_000);
  await untilRunning();
  expect(scene.client.where()).toBe('page');
});

test('a start script that is slow to load does not change where the services run', async () => {
  const places: ServicesPlace[] = [];
  const next = new FakeServices('worker');
  scene.lives = [next];
  create('auto', {
    startWorker(place) {
      places.push(place);
      return places.length === 1 ? new Promise(() => {}) : next.host();
    },
  });
  await scene.clock.advanceAsync(15_250);
  await untilRunning();
  expect(places).toEqual(['worker', 'worker']);
});

test('services of the page that never load are loaded again, and ended if they load after all', async () => {
  const late = new FakeServices('page');
  let finish = (_: ServicesHost) => {};
  const loading = new Promise<ServicesHost>((resolve) => {
    finish = resolve;
  });
  const next = new FakeServices('page');
  scene.lives = [late, next];
  const answers = [loading, Promise.resolve(next.host())];
  create('main', {
    startPage: () => answers.shift() ?? Promise.reject(new Error('once too often')),
  });
  await scene.clock.advanceAsync(15_250);
  await untilRunning();
  finish(late.host());
  await expect.poll(() => late.isTerminated).toBe(true);
  expect(next.isTerminated).toBe(false);
});

test.each([
  ['a video', () => scene.client.getVideo('v')],
  ['a playlist', () => scene.client.getPlaylist('p', 'playlist')],
  ['a flush', () => scene.client.flush()],
])('a request for %s is answered within 15 s, even when no services start', async (_, ask) => {
  create('main', { startPage: () => new Promise(() => {}) });
  const asked = ask();
  await scene.clock.advanceAsync(15_000);
  expect(await asked).toMatchObject({ ok: false, error: { code: 'NO_SERVICES' } });
});
