import type { Guard } from '../../access/guard/create-guard.ts';
import type { Library } from '../../library/scan-library.ts';
import { listedVideos } from '../../library/scan-library.ts';

/** The demo host page's data about the server that it embeds. */
export interface DemoConfig {
  embedOrigin: string;
  videos: {
    id: string;
    title: string;
    isLive: boolean;
    isPlayable: boolean;
    /** Relative to `embedOrigin`. */
    posterUrl: string | null;
    /** Pixels; 0 when unknown. */
    width: number;
    height: number;
  }[];
  playlists: { id: string; title: string; videoIds: readonly string[] }[];
}

export function createDemoConfig(library: Library, guard: Guard, embedOrigin: string): DemoConfig {
  return {
    embedOrigin,
    videos: listedVideos(library).map((video) => {
      const { videoDetails, playabilityStatus, posterUrl } = video.response;
      return {
        id: videoDetails.videoId,
        title: videoDetails.title,
        isLive: videoDetails.isLive,
        isPlayable: playabilityStatus.status === 'OK',
        posterUrl: guard.signUrl(video, posterUrl, null),
        width: videoDetails.width,
        height: videoDetails.height,
      };
    }),
    playlists: [...library.playlists.values()].map(({ playlistId, title, videoIds }) => ({
      id: playlistId,
      title,
      videoIds,
    })),
  };
}
