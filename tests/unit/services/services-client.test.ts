import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectorLimits } from '../../../shared/limits/limits.ts';
import type { News } from '../../../shared/rpc/news.ts';
import type { Runtime } from '../../../shared/rpc/rpc.ts';
import type { ServicesClient } from '../../../src/services/services-client.ts';
import { frozen, type ServicesHost } from '../../../src/services/services-host.ts';
import { createFakeClock, type FakeClock, settlePromises } from '../fake-clock.ts';
import { sid } from '../worker/events/make-events.ts';
import { createClientOfFakes, lifeOf } from './client-of-fakes.ts';
import { FakeServices } from './fake-services.ts';

let clock: FakeClock;
let lives: FakeServices[];
/** Prepares services before their first call. */
let prepare: (services: FakeServices) => void;
let client: ServicesClient;
let beacons: string[];
let locked: { sid: string; signal: AbortSignal }[];

function create(
  runtime: Runtime = 'auto',
  startPage?: () => Promise<ServicesHost>,
): ServicesClient {
  client = createClientOfFakes(
    { clock, lives, beacons, prepare },
    {
      runtime,
      ...(startPage !== undefined && { startPage }),
      canClone,
      holdDocumentLock: (sid, signal) => locked.push({ sid, signal }),
    },
  );
  return client;
}

function canClone(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

beforeEach(() => {
  clock = createFakeClock();
  lives = [];
  beacons = [];
  locked = [];
  prepare = () => {};
});
afterEach(() => {
  for (const services of lives) services.host().terminate();
});

const untilRunning = () => expect.poll(() => client.where()).not.toBeNull();
const life = (index: number) => lifeOf(lives, index);
const untilLogged = (index: number, seqs: number[]) =>
  expect.poll(() => lives[index]?.logged).toEqual(seqs);
/** The channel keeps the order, so all earlier calls of the page are answered, pings included. */
async function untilAnswered(): Promise<void> {
  await client.getPlaylist('PL1', 'playlist');
  await settlePromises();
}
const logNow = () => client.log('played', {}, { tier: 'immediate' });

test('services that never answer and never ping are terminated, and the next get everything', async () => {
  create();
  await untilRunning();
  life(0).silent = new Set(['ping']);
  life(0).isMute = true;
  logNow();
  await untilLogged(0, [1]);
  clock.advance(collectorLimits.watchMs);
  await expect.poll(() => life(0).pings).toBe(1);
  clock.advance(5_000);
  await expect.poll(() => life(0).pings).toBe(2);
  expect(life(0).isTerminated).toBe(false);
  clock.advance(5_000);
  await expect.poll(() => life(0).isTerminated).toBe(true);
  logNow();
  clock.advance(249);
  expect(lives).toHaveLength(1);
  clock.advance(1);
  await untilLogged(1, [1, 2]);
});

test('slow services are left alone', async () => {
  create();
  await untilRunning();
  life(0).silent = new Set(['getVideo']);
  const asked = client.getVideo('offstage001');
  await settlePromises();
  for (let round = 1; round <= 3; round++) {
    clock.advance(15_000);
    await expect.poll(() => life(0).pings).toBe(round);
    await untilAnswered();
  }
  expect(life(0).isTerminated).toBe(false);
  expect(lives).toHaveLength(1);
  life(0).die('the test is over');
  expect(await asked).toMatchObject({ ok: false, error: { code: 'DEAD' } });
});

test('a flush that is pending when the services die settles as a failure', async () => {
  create();
  await untilRunning();
  life(0).silent = new Set(['flush']);
  const flushed = client.flush();
  await expect.poll(() => clock.timerCount).toBe(2);
  life(0).die('crashed');
  expect(await flushed).toMatchObject({ ok: false, error: { code: 'DEAD' } });
});

test('a flush that exceeds its deadline is answered, and does not count as a death', async () => {
  create();
  await untilRunning();
  life(0).silent = new Set(['flush']);
  const flushed = client.flush();
  await expect.poll(() => clock.timerCount).toBe(2);
  clock.advance(15_000);
  await expect.poll(() => life(0).pings).toBe(1);
  await untilAnswered();
  clock.advance(15_000);
  await expect.poll(() => life(0).pings).toBe(2);
  await untilAnswered();
  clock.advance(5_000);
  expect(await flushed).toMatchObject({ ok: false, error: { code: 'DEADLINE' } });
  expect(life(0).isTerminated).toBe(false);
});

test('delivered events are not replayed; stored ones are, because they may have left the store unreported', async () => {
  create();
  await untilRunning();
  logNow();
  logNow();
  await client.flush();
  life(0).tell({ type: 'delivered', ranges: [[1, 1]] });
  await expect.poll(() => client.accounting().delivered).toBe(1);
  life(0).isMute = true;
  logNow();
  await untilLogged(0, [1, 2, 3]);
  life(0).die('crashed');
  logNow();
  clock.advance(250);
  await untilLogged(1, [2, 3, 4]);
});

test('services without a durable queue lose it when they die: all undelivered events are replayed', async () => {
  prepare = (services) => {
    services.isDurable = false;
  };
  create();
  await untilRunning();
  logNow();
  logNow();
  logNow();
  await client.flush();
  const news: News = { type: 'delivered', ranges: [[2, 2]] };
  life(0).tell(news);
  await expect.poll(() => client.accounting().delivered).toBe(1);
  life(0).die('crashed');
  clock.advance(250);
  await untilLogged(1, [1, 3]);
});

test('after three restarts the same services run in the page; each restart waits longer', async () => {
  create();
  const waits = [250, 500, 1_000, 0];
  for (const [death, waitMs] of waits.entries()) {
    await untilRunning();
    life(death).die('crashed');
    if (waitMs > 0) clock.advance(waitMs - 1);
    expect(lives).toHaveLength(death + 1);
    clock.advance(1);
    await expect.poll(() => lives.length).toBe(death + 2);
  }
  await expect.poll(() => client.where()).toBe('page');
  expect(lives.map((services) => services.place)).toEqual([
    'worker',
    'worker',
    'worker',
    'worker',
    'page',
  ]);
});

test('services that were frozen with their page restart at once, each time, and get the undelivered events', async () => {
  create();
  for (let rest = 0; rest < 6; rest++) {
    await untilRunning();
    logNow();
    await untilLogged(
      rest,
      Array.from({ length: rest + 1 }, (_, index) => index + 1),
    );
    life(rest).die(frozen);
    expect(life(rest).isTerminated).toBe(true);
    clock.advance(0);
    await expect.poll(() => lives.length).toBe(rest + 2);
  }
  await expect.poll(() => client.where()).toBe('worker');
});

test('runtime=worker reports failure when no worker is left, and keeps the events for the beacon', async () => {
  create('worker');
  for (let death = 0; death < 4; death++) {
    await untilRunning();
    life(death).die('crashed');
    clock.advance(2_000);
  }
  logNow();
  expect(await client.flush()).toMatchObject({ ok: false, error: { code: 'NO_SERVICES' } });
  expect(lives).toHaveLength(4);
  expect(client.accounting()).toMatchObject({ created: 1, delivered: 0, queued: 1 });
  client.leave();
  expect(beacons).toHaveLength(1);
});

test('an array with an event that cannot be cloned arrives without it, and the event is counted', async () => {
  create();
  await untilRunning();
  client.log('good', {});
  client.log('bad', { callback: () => {} });
  client.log('good', {});
  clock.advance(100);
  await untilLogged(0, [1, 3]);
  expect(client.accounting()).toMatchObject({ created: 3, queued: 2, dropped: { not_json: 1 } });
});

test('an array with an event whose getter throws arrives without it, and the event is counted', async () => {
  create();
  await untilRunning();
  client.log('good', {});
  client.log('bad', {
    get text(): string {
      throw new Error('no text');
    },
  });
  client.log('good', {});
  clock.advance(100);
  await untilLogged(0, [1, 3]);
  expect(client.accounting()).toMatchObject({ created: 3, queued: 2, dropped: { not_json: 1 } });
});

test('an event that two lives report as delivered counts once', async () => {
  create();
  await untilRunning();
  logNow();
  life(0).tell({ type: 'delivered', ranges: [[1, 1]] });
  await expect.poll(() => client.accounting().delivered).toBe(1);
  life(0).die('crashed');
  clock.advance(250);
  await untilRunning();
  const news = vi.fn();
  client.onNews(news, new AbortController().signal);
  life(1).tell({ type: 'delivered', ranges: [[1, 1]] });
  await expect.poll(() => news.mock.calls.length).toBe(1);
  expect(client.accounting()).toMatchObject({ created: 1, delivered: 1, queued: 0 });
});

test('hiding hands over and sends a beacon, and the next beacon leaves out its events', async () => {
  create();
  await untilRunning();
  client.log('played', {});
  client.leave();
  await untilLogged(0, [1]);
  client.log('played', {});
  client.leave();
  client.leave();
  const seqs = beacons.map((body) =>
    JSON.parse(body).events.map((event: { seq: number }) => event.seq),
  );
  expect(seqs).toEqual([[1], [2]]);
});

test('a page that is hidden again sends again what is still undelivered', async () => {
  create();
  await untilRunning();
  client.log('played', {});
  client.leave();
  clock.advance(2_000);
  client.leave();
  expect(beacons).toHaveLength(1);
  // The intake has not acknowledged it: the first was lost.
  clock.advance(1);
  client.leave();
  expect(beacons).toHaveLength(2);
});

test('the document’s lock is held from its first stored event until the end', async () => {
  create();
  expect(locked).toEqual([]);
  await untilRunning();
  life(0).die('crashed');
  clock.advance(250);
  await untilRunning();
  expect(locked).toMatchObject([{ sid, signal: { aborted: false } }]);
  await client.dispose();
  expect(locked).toMatchObject([{ sid, signal: { aborted: true } }]);
});

test('a document without a durable store holds no lock', async () => {
  prepare = (services) => {
    services.isDurable = false;
  };
  create();
  await untilRunning();
  expect(locked).toEqual([]);
});

test('a script that never loads delays the next place by 7 s', async () => {
  prepare = (services) => {
    services.isStalled = services.place === 'worker';
  };
  create();
  await clock.advanceAsync(6_999);
  expect(lives.map((services) => services.place)).toEqual(['worker']);
  await clock.advanceAsync(1);
  await untilRunning();
  expect(client.where()).toBe('blob-worker');
  expect(life(0).isTerminated).toBe(true);
});

test('services of the page that never load are loaded again, and ended if they load after all', async () => {
  const late = new FakeServices('page');
  let finish = (_: ServicesHost) => {};
  const loading = new Promise<ServicesHost>((resolve) => {
    finish = resolve;
  });
  const next = new FakeServices('page');
  lives = [late, next];
  const answers = [loading, Promise.resolve(next.host())];
  create('main', () => answers.shift() ?? Promise.reject(new Error('once too often')));
  await clock.advanceAsync(15_250);
  await untilRunning();
  finish(late.host());
  await expect.poll(() => late.isTerminated).toBe(true);
  expect(next.isTerminated).toBe(false);
});

test.each([
  ['a video', () => client.getVideo('v')],
  ['a playlist', () => client.getPlaylist('p', 'playlist')],
  ['a flush', () => client.flush()],
])('a request for %s is answered within 15 s, even when no services start', async (_, ask) => {
  create('main', () => new Promise(() => {}));
  const asked = ask();
  await clock.advanceAsync(15_000);
  expect(await asked).toMatchObject({ ok: false, error: { code: 'NO_SERVICES' } });
});

test('disposing before the services run sends the waiting events by beacon', async () => {
  create('main', () => new Promise(() => {}));
  client.log('played', {});
  await client.dispose();
  expect(beacons.map((body) => JSON.parse(body).events.length)).toEqual([1]);
});

test('disposing sends no stored event by beacon', async () => {
  create();
  await untilRunning();
  client.log('played', {});
  await client.dispose();
  expect(life(0).logged).toEqual([1]);
  expect(beacons).toEqual([]);
});

test('services that fail to dispose are still ended, and their unstored events are sent by beacon', async () => {
  prepare = (services) => {
    services.isBroken = true;
    services.isMute = true;
  };
  create();
  await untilRunning();
  client.log('played', {});
  await expect(client.dispose()).rejects.toThrow('broken');
  expect(life(0).isTerminated).toBe(true);
  expect(beacons).toHaveLength(1);
  expect(client.where()).toBeNull();
  expect(clock.timerCount).toBe(0);
});

test('disposing ends the services, even silent ones, and leaves no timer', async () => {
  create();
  await untilRunning();
  life(0).silent = new Set(['dispose', 'ping']);
  logNow();
  await untilLogged(0, [1]);
  const disposed = client.dispose();
  clock.advance(5_000);
  await disposed;
  expect(life(0).isTerminated).toBe(true);
  logNow();
  clock.advance(60_000);
  expect(lives).toHaveLength(1);
  expect(clock.timerCount).toBe(0);
});

test('services of the page that fail to load after the disposal are not started again', async () => {
  let fail = (_: Error) => {};
  create(
    'main',
    () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  );
  await client.dispose();
  fail(new Error('no network'));
  await settlePromises();
  expect(clock.timerCount).toBe(0);
  expect(await client.flush()).toMatchObject({ ok: false, error: { code: 'NO_SERVICES' } });
});
