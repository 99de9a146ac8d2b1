import type { Library } from '../library/scan-library.ts';

/** What the demo host page learns about the server that it embeds. */
export interface DemoConfig {
  embedOrigin: string;
  videos: {
    id: string;
    title: string;
    isLive: boolean;
    isPlayable: boolean;
    /** Relative to `embedOrigin`. */
    posterUrl: string | null;
    /** Pixels; 0 when not known. */
    width: number;
    height: number;
  }[];
  playlists: { id: string; title: string; videoIds: readonly string[] }[];
}

export function createDemoConfig(library: Library, embedOrigin: string): DemoConfig {
  return {
    embedOrigin,
    videos: [...library.videos.values()].map(
      ({ response: { videoDetails, playabilityStatus, posterUrl } }) => ({
        id: videoDetails.videoId,
        title: videoDetails.title,
        isLive: videoDetails.isLive,
        isPlayable: playabilityStatus.status === 'OK',
        posterUrl,
        width: videoDetails.width,
        height: videoDetails.height,
      }),
    ),
    playlists: [...library.playlists.values()].map(({ playlistId, title, videoIds }) => ({
      id: playlistId,
      title,
      videoIds,
    })),
  };
}
