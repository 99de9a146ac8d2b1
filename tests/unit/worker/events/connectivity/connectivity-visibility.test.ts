import { beforeEach, describe, expect, test } from 'vitest';
import { refused, scene, startScene } from './connectivity-scene.ts';

beforeEach(startScene);

describe('in a visible page that', () => {
  test.each(['isPlaying', 'isDelivering'])(
    '%s, the connection is confirmed every 30 s [spec-9.22]',
    async (kind) => {
      await scene.clock.advanceAsync(600_000);
      scene.connectivity.setWork({ [kind]: true });
      await scene.clock.advanceAsync(29_999);
      expect(scene.checks).toEqual([]);
      await scene.clock.advanceAsync(1);
      expect(scene.checks).toEqual([630_000]);
      await scene.clock.advanceAsync(60_000);
      expect(scene.checks).toEqual([630_000, 660_000, 690_000]);
      scene.connectivity.setWork({ [kind]: false });
      expect(scene.clock.timerCount).toBe(0);
    },
  );

  test('works, any reply postpones the check by 30 s', async () => {
    scene.connectivity.setWork({ isPlaying: true });
    for (let i = 0; i < 10; i++) {
      await scene.clock.advanceAsync(29_000);
      scene.connectivity.prove();
    }
    expect(scene.checks).toEqual([]);
    await scene.clock.advanceAsync(30_000);
    expect(scene.checks).toHaveLength(1);
  });

  test('plays and delivers, the end of one keeps the checks of the other', async () => {
    scene.connectivity.setWork({ isPlaying: true });
    await scene.clock.advanceAsync(20_000);
    scene.connectivity.setWork({ isDelivering: true });
    scene.connectivity.setWork({ isPlaying: false });
    await scene.clock.advanceAsync(10_000);
    expect(scene.checks).toHaveLength(1);
    scene.connectivity.setWork({ isDelivering: false });
    expect(scene.clock.timerCount).toBe(0);
  });

  test('works, a lost connection is noticed within 30 s, and checks continue', async () => {
    scene.statuses = [refused, refused];
    scene.connectivity.setWork({ isPlaying: true });
    await scene.clock.advanceAsync(30_000);
    expect(scene.changes).toEqual([false]);
    scene.connectivity.setWork({ isPlaying: false });
    scene.connectivity.setWork({ isPlaying: true });
    await scene.clock.advanceAsync(30_000);
    expect(scene.checks).toEqual([30_000, 60_000]);
  });
});

test('a hidden page that works does not check; once visible it checks when 30 s are over', async () => {
  scene.connectivity.setWork({ isPlaying: true });
  scene.connectivity.setWork({ isVisible: false });
  await scene.clock.advanceAsync(3_600_000);
  expect(scene.checks).toEqual([]);
  expect(scene.clock.timerCount).toBe(0);
  scene.connectivity.setWork({ isVisible: true });
  await scene.clock.advanceAsync(0);
  expect(scene.checks).toHaveLength(1);
});

test('a hidden page makes no checks of its own, but answers requests for one', async () => {
  scene.statuses = [refused, refused];
  await scene.connectivity.check();
  scene.connectivity.setWork({ isVisible: false });
  expect(scene.clock.timerCount).toBe(0);
  await scene.clock.advanceAsync(3_600_000);
  expect(scene.checks).toEqual([0]);
  expect(await scene.connectivity.check()).toBe(false);
  expect(scene.clock.timerCount).toBe(0);
});

test('an offline page that becomes visible checks when 30 s are over, or at once if they are', async () => {
  scene.statuses = [refused, refused, refused];
  await scene.connectivity.check();
  scene.connectivity.setWork({ isVisible: false });
  await scene.clock.advanceAsync(10_000);
  scene.connectivity.setWork({ isVisible: true });
  await scene.clock.advanceAsync(19_999);
  expect(scene.checks).toEqual([0]);
  await scene.clock.advanceAsync(1);
  expect(scene.checks).toEqual([0, 30_000]);
  scene.connectivity.setWork({ isVisible: false });
  await scene.clock.advanceAsync(100_000);
  scene.connectivity.setWork({ isVisible: true });
  await scene.clock.advanceAsync(0);
  expect(scene.checks).toEqual([0, 30_000, 130_000]);
});

test('a page that is hidden during a check makes no further one', async () => {
  let answer = (_: number) => {};
  scene.statuses = [
    new Promise((resolve) => {
      answer = resolve;
    }),
  ];
  const checked = scene.connectivity.check();
  scene.connectivity.setWork({ isVisible: false });
  answer(200);
  await checked;
  expect(scene.clock.timerCount).toBe(0);
});
