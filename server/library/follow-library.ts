import type { Library } from './scan-library.ts';

/** @returns a library that says what the newest one says; `null` for before the first */
export function followLibrary(newest: () => Library | null): Library {
  const now = (): Library => newest() ?? nothing;
  return {
    get videos() {
      return now().videos;
    },
    get playlists() {
      return now().playlists;
    },
    get owners() {
      return now().owners;
    },
    get warnings() {
      return now().warnings;
    },
    get mediaOrigins() {
      return now().mediaOrigins;
    },
    get pendingCount() {
      return now().pendingCount;
    },
    hasFile: (file) => now().hasFile(file),
    prioritize: (videoId) => now().prioritize(videoId),
  };
}

/** The library before the first reading; no file is public. */
const nothing: Library = {
  videos: new Map(),
  playlists: new Map(),
  owners: { isPublic: () => false, belongsTo: () => false },
  warnings: [],
  mediaOrigins: [],
  hasFile: () => false,
  pendingCount: 0,
  prioritize() {},
};
