import { beforeEach, expect, test, vi } from 'vitest';
import type { PlaylistAnswer } from '../../../shared/player/player-response.ts';
import { err, ok, type Result } from '../../../shared/tools/result.ts';
import { createPlayerStore, type PlayerStore } from '../../../src/player/state/player-store.ts';
import { createPlaylistEntries } from '../../../src/ui/panels/playlist/playlist-entries.ts';
import { until } from '../../support/until.ts';
import { makeVideo } from '../player/make-video.ts';

const idOf = (place: number) => `video${String(place).padStart(6, '0')}`;
const videoIds = Array.from({ length: 5_000 }, (_, place) => idOf(place));
const places = videoIds.map((_, place) => place);

let store: PlayerStore;
let lists: string[];
let videos: string[];
let answerList: (type: string) => Result<PlaylistAnswer, 'NOT_FOUND'>;

beforeEach(() => {
  store = createPlayerStore();
  lists = [];
  videos = [];
  answerList = () => err('NOT_FOUND', 'none');
});

function create(listId: string) {
  store.dispatch({
    type: 'changed',
    changes: { playlist: { listId, videoIds, index: 0, places } },
  });
  return createPlaylistEntries({
    store,
    services: {
      getPlaylist: async (id, type, hasEntries) => {
        lists.push(`${type} ${id} ${hasEntries}`);
        return answerList(type);
      },
      getVideo: async (videoId) => {
        videos.push(videoId);
        return videoId === idOf(3)
          ? err('NOT_FOUND', 'none')
          : ok(makeVideo({ videoId, title: videoId }));
      },
    },
  });
}

function entryOf(videoId: string) {
  return { videoId, title: `Title of ${videoId}`, author: '', lengthSeconds: 5, posterUrl: null };
}

test('a list with an id is requested once for all its users [feature-playlists]', async () => {
  answerList = () => ok({ playlistId: 'PL1', title: '', videoIds, entries: videoIds.map(entryOf) });
  const entries = create('PL1');
  expect(lists).toEqual([]);
  const received = vi.fn();
  for (let place = 0; place < 100; place += 1) entries.subscribe(idOf(place), received);
  await until(() => entries.get(idOf(99)) !== undefined);
  expect(entries.get(idOf(4_999))?.title).toBe('Title of video004999');
  expect(received).toHaveBeenCalledTimes(100);
  expect([lists, videos]).toEqual([['playlist PL1 true'], []]);
});

test('an author’s uploads are found where no playlist has the name', async () => {
  answerList = (type) =>
    type === 'playlist'
      ? err('NOT_FOUND', 'none')
      : ok({ playlistId: 'me', title: '', videoIds, entries: [entryOf(idOf(0))] });
  const entries = create('me');
  entries.subscribe(idOf(0), () => {});
  await until(() => entries.get(idOf(0)) !== undefined);
  expect(lists).toEqual(['playlist me true', 'user_uploads me true']);
});

test('in a list of ids only visible videos are requested, each once, a few at a time', async () => {
  const entries = create('');
  const stop = entries.subscribe(idOf(1), () => {});
  stop();
  for (const place of [0, 2, 3, 4]) entries.subscribe(idOf(place), () => {});
  entries.subscribe(idOf(2), () => {});
  await until(() => [0, 2, 4].every((place) => entries.get(idOf(place)) !== undefined));
  expect(lists).toEqual([]);
  expect(videos.toSorted()).toEqual([0, 2, 3, 4].map(idOf));
  // A missing one is not requested again.
  entries.subscribe(idOf(3), () => {})();
  entries.subscribe(idOf(3), () => {});
  entries.subscribe(idOf(5), () => {});
  await until(() => entries.get(idOf(5)) !== undefined);
  expect(videos.filter((id) => id === idOf(3))).toHaveLength(1);
});

test('a server without entries is asked for single videos', async () => {
  answerList = () => ok({ playlistId: 'PL1', title: '', videoIds });
  const entries = create('PL1');
  entries.subscribe(idOf(7), () => {});
  await until(() => entries.get(idOf(7)) !== undefined);
  expect(videos).toEqual([idOf(7)]);
});
