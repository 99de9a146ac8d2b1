import type { MediaTracks, PlayerEvent } from '../../state/player-event.ts';

export type TrackNews = Extract<PlayerEvent, { type: 'tracks' | 'changed' }>;

/**
 * Engines find captions and audio tracks one after the other; the player gets all tracks together.
 */
export interface TrackReport {
  found(tracks: Partial<MediaTracks>): void;
  audioPlays(id: string): void;
  /** `null`: the captions that seemed to have failed have arrived. */
  captionsFailed(language: string | null): void;
}

export function createTrackReport(report: (news: TrackNews) => void): TrackReport {
  let tracks: MediaTracks = { captions: [], forcedTracks: [], audioTracks: [] };
  return {
    found(some) {
      tracks = { ...tracks, ...some };
      report({ type: 'tracks', tracks });
    },
    audioPlays: (id) => report({ type: 'changed', changes: { audioTrackId: id } }),
    captionsFailed: (language) =>
      report({ type: 'changed', changes: { captionsFailed: language } }),
  };
}
