import { beforeEach, describe, expect, test } from 'vitest';
import { err, ok, type Result } from '../../../../../shared/tools/result.ts';
import type { VisitorFetchFailure } from '../../../../../worker/viewer/visitor/fetch-visitor-id.ts';
import { createFakeClock, settlePromises } from '../../../fake-clock.ts';
import { keepInMemory } from '../../storage/data/keep-in-memory.ts';
import { make, scene, startScene } from './visitor-id-scene.ts';

beforeEach(startScene);

describe('a visitor id', () => {
  test('is fetched once, and the next page of the origin reads it from the store [spec-7.14]', async () => {
    const ids = make();
    ids.start();
    await settlePromises();
    expect(await ids.get()).toEqual(ok('visitor-1'));
    const next = make();
    next.start();
    await settlePromises();
    expect([await next.current(), scene.asked, scene.reported]).toEqual([
      'visitor-1',
      [null],
      ['visitor-1', 'visitor-1'],
    ]);
  });

  test('that is requested before the start is not renewed automatically', async () => {
    const ids = make();
    expect(await ids.get()).toEqual(ok('visitor-1'));
    expect(scene.clock.timerCount).toBe(0);
    ids.start();
    await settlePromises();
    expect(scene.clock.timerCount).toBe(1);
  });

  test('is renewed after 30 min, and again; the server gets the previous one [spec-9.1]', async () => {
    const ids = make();
    ids.start();
    await scene.clock.advanceAsync(30 * 60_000 - 1);
    expect(scene.asked).toEqual([null]);
    await scene.clock.advanceAsync(1);
    expect(scene.asked).toHaveLength(2);
    await scene.clock.advanceAsync(30 * 60_000);
    expect(scene.asked).toEqual([null, 'visitor-1', 'visitor-1']);
    ids.stop();
    expect(scene.clock.timerCount).toBe(0);
  });

  test('that is 20 min old at the start of a page is renewed 10 min later', async () => {
    make().start();
    await scene.clock.advanceAsync(20 * 60_000);
    const [before] = [scene.asked.length];
    make().start();
    await scene.clock.advanceAsync(10 * 60_000 - 1);
    expect(scene.asked).toHaveLength(before);
    await scene.clock.advanceAsync(1);
    expect(scene.asked.length).toBeGreaterThan(before);
  });

  test('from the future is renewed at once: the clock was set back since', async () => {
    make().start();
    await settlePromises();
    scene.clock = createFakeClock(1_600_000_000_000);
    const ids = make();
    ids.start();
    await settlePromises();
    expect(scene.asked).toEqual([null, 'visitor-1']);
  });

  test.each([
    [{ visitorId: 'a\r\nX-Evil: 1', fetchedMs: 1 }],
    [{ visitorId: 'v' }],
    ['v'],
    [null],
    [{ visitorId: 7, fetchedMs: 1 }],
  ])('that is stored as %j is ignored', async (row) => {
    await scene.data.set('visitor/id', row, 1_000_000);
    const ids = make();
    expect(await ids.current()).toBeNull();
    expect(await ids.get()).toEqual(ok('visitor-1'));
    expect(scene.asked).toEqual([null]);
  });

  test('is fetched once for simultaneous requests', async () => {
    const ids = make();
    ids.start();
    const answers = await Promise.all([ids.get(), ids.get(), ids.get()]);
    expect(answers).toEqual([ok('visitor-1'), ok('visitor-1'), ok('visitor-1')]);
    expect(scene.asked).toHaveLength(1);
  });
});

describe('without consent', () => {
  test('nothing is fetched, reported or stored, and the result is the reason', async () => {
    scene.refused = err('NO_CONSENT', 'none');
    const ids = make();
    ids.start();
    expect(await ids.get()).toEqual(scene.refused);
    expect(await ids.current()).toBeNull();
    expect([scene.asked, scene.reported]).toEqual([[], [null]]);
  });

  test('a reply that arrives after consent was withdrawn is ignored', async () => {
    const { promise, resolve } = Promise.withResolvers<Result<string, VisitorFetchFailure>>();
    scene.answer = () => promise;
    const ids = make();
    ids.start();
    await settlePromises();
    scene.refused = err('NO_CONSENT', 'none');
    resolve(ok('visitor-1'));
    await settlePromises();
    expect([scene.reported, await scene.data.get('visitor/id')]).toEqual([[], undefined]);
    expect(scene.clock.timerCount).toBe(0);
  });
});

test('locks that are denied, or held by a page that hangs, delay no request', async () => {
  const denied = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) };
  expect(await make(denied as unknown as LockManager).get()).toEqual(ok('visitor-1'));
  const throwing = {
    request() {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  scene.data = keepInMemory(scene.clock);
  expect(await make(throwing as unknown as LockManager).get()).toEqual(ok('visitor-1'));
});
