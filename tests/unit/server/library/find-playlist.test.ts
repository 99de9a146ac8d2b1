import { expect, test } from 'vitest';
import { findPlaylist } from '../../../../server/library/find-playlist.ts';
import type { Library } from '../../../../server/library/scan-library.ts';
import type { PlaylistResponse } from '../../../../shared/player/player-response.ts';
import { makeVideo } from '../../player/make-video.ts';

const [a, b, c, d] = ['offstage001', 'offstage002', 'offstage003', 'offstage004'] as const;
const playlist = { playlistId: 'PL1', title: 'Lights', videoIds: [b, a] };
const authors = { [a]: 'Jane Doe', [b]: 'John', [c]: 'jane doe', [d]: '' };

const library: Library = {
  videos: new Map(
    Object.entries(authors).map(([videoId, author]) => [
      videoId,
      {
        response: makeVideo({ videoId, author }),
        live: null,
        playableWithin: null,
        isPrivate: false,
        sharpPosterUrl: null,
      },
    ]),
  ),
  mediaOrigins: [],
  hasFile: () => true,
  pendingCount: 0,
  prioritize() {},
  playlists: new Map<string, PlaylistResponse>([
    ['PL1', playlist],
    ['John', { playlistId: 'John', title: '', videoIds: [c] }],
  ]),
  owners: null,
  warnings: [],
};

test('a playlist is found by its id, unchanged', () => {
  expect(findPlaylist(library, 'PL1', 'playlist')).toEqual(playlist);
});

test.each(['', 'PL2', 'pl1', 'Jane Doe', '__proto__', 'constructor'])(
  'the playlist %j is not found',
  (id) => {
    expect(findPlaylist(library, id, 'playlist')).toBeNull();
  },
);

test.each(['Jane Doe', 'jane doe', 'JANE DOE'])(
  'the uploads of %s are found in the order of the library',
  (name) => {
    expect(findPlaylist(library, name, 'user_uploads')).toEqual({
      playlistId: name,
      title: 'Jane Doe',
      videoIds: [a, c],
    });
  },
);

test('an author named like a playlist is found when the type asks for uploads', () => {
  expect(findPlaylist(library, 'John', 'user_uploads')?.videoIds).toEqual([b]);
  expect(findPlaylist(library, 'John', 'playlist')?.videoIds).toEqual([c]);
});

test.each(['', 'Jane', 'PL1', 'Jane Doe ', 'toString'])('%j has no uploads', (name) => {
  expect(findPlaylist(library, name, 'user_uploads')).toBeNull();
});
