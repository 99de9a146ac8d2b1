import type { DemoConfig } from './demo-config.ts';

/** The library, with defaults for fields and buttons. */
export interface DemoLibrary {
  videos: DemoConfig['videos'];
  playlists: DemoConfig['playlists'];
  embedOrigin: string;
  firstVideo: string;
  /** Not the page's first video, if there are two. */
  otherVideo: string;
  /** An unplayable video; an unknown id if the library has none. */
  failingVideo: string;
  /** A playlist's id, or some video ids, separated by commas. */
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
