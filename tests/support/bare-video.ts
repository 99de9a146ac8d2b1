import type { PlayerResponse } from '../../shared/player/player-response.ts';

/** The least that an answer to `player` says of a video that can be played. */
export const bareVideo: PlayerResponse = {
  playabilityStatus: { status: 'OK' },
  videoDetails: {
    videoId: 'offstage001',
    title: '',
    author: '',
    shortDescription: '',
    lengthSeconds: 0,
    isLive: false,
    width: 0,
    height: 0,
  },
  sources: [],
  captionTracks: [],
  chapters: [],
  posterUrl: null,
  storyboardUrl: null,
};
