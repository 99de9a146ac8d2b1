import type { PlayerResponse } from '../../../shared/player/player-response.ts';
import type { MediaReading } from '../../../src/player/state/player-event.ts';

export const english = { languageCode: 'en', label: 'English', url: '/en.vtt' };
export const spanish = { languageCode: 'es', label: 'Español', url: '/es.vtt' };

/** A description of a playable video of 64 s. */
export function makeVideo(
  details: Partial<PlayerResponse['videoDetails']> = {},
  rest: Partial<Omit<PlayerResponse, 'videoDetails'>> = {},
): PlayerResponse {
  return {
    playabilityStatus: { status: 'OK' },
    videoDetails: {
      videoId: 'offstage001',
      title: 'Four Lights',
      author: 'Offstage',
      shortDescription: '',
      lengthSeconds: 64,
      isLive: false,
      width: 1280,
      height: 720,
      ...details,
    },
    sources: [],
    captionTracks: [],
    chapters: [],
    posterUrl: null,
    storyboardUrl: null,
    ...rest,
  };
}

/** The readings of that video's element while it plays. */
export function makeReading(changes: Partial<MediaReading> = {}): MediaReading {
  return {
    currentTime: 0,
    duration: 64,
    buffered: [],
    seekable: { start: 0, end: 64 },
    isPaused: false,
    isEnded: false,
    canGoOn: true,
    ...changes,
  };
}
