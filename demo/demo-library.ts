import type { DemoConfig } from './demo-config.ts';

/** What there is to play, for the fields and buttons that need something to start with. */
export interface DemoLibrary {
  videos: DemoConfig['videos'];
  playlists: DemoConfig['playlists'];
  embedOrigin: string;
  firstVideo: string;
  /** Not the one that the page starts with, if there are two. */
  otherVideo: string;
  /** One that cannot be played: an unknown id if the library has none of its own. */
  failingVideo: string;
  /** A playlist's id, or some ids with commas. */
  list: string;
}

export function createDemoLibrary({ embedOrigin, videos, playlists }: DemoConfig): DemoLibrary {
  const playable = videos.filter(({ isPlayable }) => isPlayable);
  const firstVideo = playable[0]?.id ?? videos[0]?.id ?? '';
  return {
    embedOrigin,
    videos,
    playlists,
    firstVideo,
    otherVideo: playable[1]?.id ?? firstVideo,
    failingVideo: videos.find(({ isPlayable }) => !isPlayable)?.id ?? 'unknown0000',
    list: playlists[0]?.id ?? playable.map(({ id }) => id).join(','),
  };
}
