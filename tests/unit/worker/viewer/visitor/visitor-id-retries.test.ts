import { beforeEach, describe, expect, test } from 'vitest';
import { visitorLimits } from '../../../../../shared/limits/visitor-limits.ts';
import { err, ok } from '../../../../../shared/tools/result.ts';
import { settlePromises } from '../../../fake-clock.ts';
import { make, scene, startScene } from './visitor-id-scene.ts';

beforeEach(startScene);

const unreached = async () =>
  err('UNKNOWN_ERROR', 'Unknown request error: TypeError: Failed to fetch');

describe('a fetch that failed', () => {
  test('is repeated after 120 s, up to five times; requests meanwhile add no attempts [spec-9.2, spec-9.33]', async () => {
    scene.answer = unreached;
    const ids = make();
    ids.start();
    await settlePromises();
    expect(await ids.get()).toMatchObject({ ok: false, error: { code: 'WAITING' } });
    await scene.clock.advanceAsync(120_000 - 1);
    expect(scene.asked).toHaveLength(1);
    await scene.clock.advanceAsync(1);
    expect(scene.asked).toHaveLength(2);
    await scene.clock.advanceAsync(24 * 60 * 60_000);
    expect(scene.asked).toHaveLength(1 + visitorLimits.retryCount);
    expect(scene.failures).toHaveLength(1 + visitorLimits.retryCount);
    expect(scene.clock.timerCount).toBe(0);
    // A viewer's own command causes another attempt.
    scene.answer = async () => ok('visitor-2');
    expect(await ids.get()).toEqual(ok('visitor-2'));
  });

  test('is shared by all pages: others wait for the next attempt, which is shared again', async () => {
    scene.answer = unreached;
    for (const ids of [make(), make(), make()]) {
      ids.start();
      await settlePromises();
    }
    expect(scene.asked).toHaveLength(1);
    await scene.clock.advanceAsync(visitorLimits.retryMs);
    expect(scene.asked).toHaveLength(2);
    scene.answer = async () => ok('visitor-1');
    await scene.clock.advanceAsync(visitorLimits.retryMs);
    expect(scene.asked).toHaveLength(3);
    expect(scene.reported).toEqual(['visitor-1', 'visitor-1', 'visitor-1']);
  });

  test('from the future delays no attempt: the clock was set back since', async () => {
    await scene.data.set('visitor/failed', scene.clock.now() + 3_600_000, 7_200_000);
    make().start();
    await settlePromises();
    expect(scene.asked).toHaveLength(1);
  });

  test('and is followed by a success resets the count [spec-9.33]', async () => {
    scene.answer = unreached;
    const ids = make();
    ids.start();
    await scene.clock.advanceAsync(visitorLimits.retryMs);
    scene.answer = async () => ok('visitor-1');
    await scene.clock.advanceAsync(visitorLimits.retryMs);
    scene.answer = unreached;
    const before = scene.asked.length;
    await scene.clock.advanceAsync(visitorLimits.refreshMs + 24 * 60 * 60_000);
    expect(scene.asked).toHaveLength(before + 1 + visitorLimits.retryCount);
  });

  test('keeps the current id', async () => {
    const ids = make();
    ids.start();
    await settlePromises();
    scene.answer = unreached;
    await scene.clock.advanceAsync(visitorLimits.refreshMs);
    expect(scene.asked).toHaveLength(2);
    expect(await ids.get()).toEqual(ok('visitor-1'));
  });
});
