import { beforeEach, describe, expect, test } from 'vitest';
import { create, down, numbers, scene, startScene, taken } from './provider-log-scene.ts';

beforeEach(startScene);

test('restarted services never reuse a number of their predecessors', async () => {
  for (let life = 0; life < 3; life++) {
    scene.log.log('opened', {});
    scene.log.log('failed', {});
    await scene.log.flush();
    scene.log.stop();
    scene.clock.advance(2);
    scene.log = create();
  }
  const shown = numbers().flat();
  expect(new Set(shown).size).toBe(shown.length);
});

describe('the page’s copy of waiting entries', () => {
  const copy = () => scene.pagesCopy.map(({ kind }) => kind);

  test('has each from logging until delivery', async () => {
    scene.replies = [down, taken];
    scene.log.log('first', {});
    scene.log.log('second', {});
    expect(copy()).toEqual(['first', 'second']);
    await scene.log.flush();
    expect(copy()).toEqual(['first', 'second']);
    await scene.log.flush();
    expect(copy()).toEqual([]);
  });

  test('is sent again when the page asks later', () => {
    scene.log.log('first', {});
    scene.pagesCopy = [];
    scene.log.join([]);
    expect(copy()).toEqual(['first']);
  });

  test('is sent by services that replace dead ones, each entry once with its number', async () => {
    scene.log.log('first', {});
    const [first] = scene.pagesCopy;
    scene.clock.advance(2);
    scene.log = create();
    scene.log.log('second', {});
    scene.log.join([...scene.pagesCopy]);
    await scene.log.flush();
    expect(scene.posts).toHaveLength(1);
    expect(scene.posts[0]?.batch.entries.map(({ kind }) => kind)).toEqual(['second', 'first']);
    expect(scene.posts[0]?.batch.entries[1]).toEqual(first);
    expect(copy()).toEqual([]);
  });

  test('keeps the number and time that the page gave an entry', async () => {
    scene.log.log('qoe', { videoId: 'v' }, { n: 1, timeMs: 5 });
    await scene.log.flush();
    expect(scene.posts[0]?.batch.entries).toEqual([
      { n: 1, timeMs: 5, kind: 'qoe', fields: { videoId: 'v' } },
    ]);
  });

  test('has no entries logged after the services ended', () => {
    scene.log.stop();
    scene.log.log('late', {});
    expect(copy()).toEqual([]);
  });
});
