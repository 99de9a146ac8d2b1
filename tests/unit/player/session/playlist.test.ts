import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  playlistAt,
  playlistIndexAfter,
  playlistMovedTo,
  shuffledPlaylist,
  unshuffledPlaylist,
} from '../../../../src/player/session/playlist.ts';

const list = (index: number) => playlistAt('PL1', ['a', 'b', 'c'], index);

describe('a step', () => {
  test('goes forward and back and stops at both ends', () => {
    expect(playlistIndexAfter(list(0), 1, false)).toBe(1);
    expect(playlistIndexAfter(list(1), -1, false)).toBe(0);
    expect(playlistIndexAfter(list(2), 1, false)).toBeNull();
    expect(playlistIndexAfter(list(0), -1, false)).toBeNull();
  });

  test('in a looping list goes round both ways, and in an empty one has no target', () => {
    expect(playlistIndexAfter(list(2), 1, true)).toBe(0);
    expect(playlistIndexAfter(list(0), -1, true)).toBe(2);
    expect(playlistIndexAfter(playlistAt('', [], 0), 1, true)).toBeNull();
    expect(playlistIndexAfter(playlistAt('', [], 0), -1, false)).toBeNull();
  });
});

describe('an index', () => {
  test.each([-1, 3, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    '%s is outside of the list and means its first video',
    (index) => {
      expect(playlistAt('PL1', ['a', 'b', 'c'], index).index).toBe(0);
    },
  );

  test.each([0, 1, 2])('%s is in the list', (index) => {
    expect(list(index)).toEqual({
      listId: 'PL1',
      videoIds: ['a', 'b', 'c'],
      index,
      places: [0, 1, 2],
    });
    expect(playlistMovedTo(list(0), index)).toEqual(list(index));
  });

  test.each([-1, 3])('%s as a target is outside of the list and means its first video', (index) => {
    expect(playlistMovedTo(list(2), index).index).toBe(0);
  });
});

describe('shuffling', () => {
  test('begins with the current video, so that all others still come', () => {
    const shuffled = shuffledPlaylist(list(1), () => 0);
    expect(shuffled).toMatchObject({
      listId: 'PL1',
      index: 0,
      places: [1, 2, 0],
      videoIds: ['b', 'c', 'a'],
    });
  });

  test('again makes another order of the same videos', () => {
    const once = shuffledPlaylist(list(0), () => 0.99);
    const twice = shuffledPlaylist(once, () => 0);
    expect([once.videoIds, twice.videoIds]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'c', 'b'],
    ]);
  });

  test('of an empty list and of one video changes nothing', () => {
    for (const playlist of [playlistAt('', [], 0), playlistAt('', ['a'], 0)]) {
      expect(shuffledPlaylist(playlist, Math.random)).toEqual(playlist);
      expect(unshuffledPlaylist(playlist)).toEqual(playlist);
    }
  });

  test('of any list, duplicates included, keeps its videos and the current one; unshuffling restores the order', () => {
    const lists = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 });
    const random = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));
    fc.assert(
      fc.property(
        lists,
        fc.nat(),
        fc.integer({ min: 0, max: 3 }),
        random,
        (ids, at, times, numbers) => {
          const playlist = playlistAt('PL1', ids, at % ids.length);
          const place = playlist.places[playlist.index];
          let current = playlist;
          for (let done = 0; done < times; done += 1)
            current = shuffledPlaylist(current, () => numbers.next().value);
          expect([...current.videoIds].sort()).toEqual([...ids].sort());
          expect(current.places[current.index]).toBe(place);
          expect(current.videoIds[current.index]).toBe(playlist.videoIds[playlist.index]);
          expect(current.places.map((known) => ids[known])).toEqual(current.videoIds);
          expect(unshuffledPlaylist(current)).toEqual(playlist);
        },
      ),
    );
  });

  test('reaches every order, each about as often', () => {
    const counts = new Map<string, number>();
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let done = 0; done < 6_000; done += 1) {
      const order = shuffledPlaylist(playlistAt('', ['x', 'a', 'b', 'c'], 0), random).videoIds.join(
        '',
      );
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });
});
