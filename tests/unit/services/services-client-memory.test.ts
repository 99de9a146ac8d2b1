import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectorLimits } from '../../../shared/limits/collector-limits.ts';
import { rpcLimits } from '../../../shared/limits/rpc-limits.ts';
import type { News } from '../../../shared/rpc/news.ts';
import { FakeServices } from './fake-services.ts';
import { create, endScene, life, scene, startScene } from './page-scene.ts';

beforeEach(startScene);
afterEach(endScene);

describe('a page without services', () => {
  let news: News[];
  let isLoadable: boolean;
  beforeEach(async () => {
    news = [];
    isLoadable = false;
    create({
      runtime: 'main',
      startPage() {
        if (!isLoadable) return Promise.reject(new Error('no network'));
        const services = new FakeServices('page');
        scene.lives.push(services);
        return Promise.resolve(services.host());
      },
    });
    scene.client.onNews((item) => news.push(item), new AbortController().signal);
    // Three restarts, after 250, 500 and 1,000 ms.
    for (let start = 0; start < 4; start++) await scene.clock.advanceAsync(1_000);
    expect(await scene.client.flush()).toMatchObject({ ok: false, error: { code: 'NO_SERVICES' } });
  });

  test('keeps 10,000 events; when full, it drops, reports and counts the oldest of the lowest tier', async () => {
    const all = collectorLimits.keptAloneCount;
    for (let n = 1; n <= 100; n++) scene.client.log('urgent', {}, { tier: 'fast' });
    for (let n = 101; n <= all; n++) scene.client.log('played', {});
    scene.client.handOver();
    expect(news).toEqual([]);
    for (let n = 1; n <= 100; n++) scene.client.log('late', {});
    expect(news).toEqual([{ type: 'dropped', reason: 'quota', ranges: [[101, 200]] }]);
    expect(scene.client.accounting()).toMatchObject({
      created: all + 100,
      queued: all,
      dropped: { quota: 100 },
    });
    // The first that start get all remaining events, in order.
    isLoadable = true;
    await scene.clock.advanceAsync(rpcLimits.reviveMs);
    await expect.poll(() => scene.lives[0]?.logged.length).toBe(all);
    expect(life(0).logged.slice(99, 102)).toEqual([100, 201, 202]);
  });

  test('retries after 5 s, and ever more rarely, until services run', async () => {
    scene.client.log('played', {});
    scene.client.handOver();
    await scene.clock.advanceAsync(rpcLimits.reviveMs - 1);
    expect(scene.lives).toHaveLength(0);
    // Through a round of restarts, and the pause of twice the length behind it.
    await scene.clock.advanceAsync(3_000);
    isLoadable = true;
    await scene.clock.advanceAsync(rpcLimits.reviveMs);
    expect(scene.lives).toHaveLength(0);
    await scene.clock.advanceAsync(rpcLimits.reviveMs);
    await expect.poll(() => scene.lives[0]?.logged).toEqual([1]);
  });

  test('leaves no timer when it is disposed', async () => {
    await scene.client.dispose();
    expect(scene.clock.timerCount).toBe(0);
  });
});

describe('a page whose services are still starting', () => {
  test('drops nothing of a burst', async () => {
    create({ canStart: new Promise(() => {}) });
    const count = collectorLimits.keptAloneCount + 100;
    for (let n = 1; n <= count; n++) scene.client.log('played', {});
    scene.client.handOver();
    expect(scene.client.accounting()).toMatchObject({
      created: count,
      queued: count,
      dropped: { quota: 0 },
    });
    void scene.client.flush();
    await expect.poll(() => scene.lives[0]?.logged.length).toBe(count);
  });
});
