import type { MediaTracks } from '../player-event.ts';
import type { EngineDeps } from './engine.ts';

/** Engines find captions and sound one after the other; the player is told of all tracks together. */
export interface TrackReport {
  found(tracks: Partial<MediaTracks>): void;
  audioPlays(id: string): void;
  /** `null`: what seemed to have failed has come after all. */
  captionsFailed(language: string | null): void;
}

export function createTrackReport(report: EngineDeps['report']): TrackReport {
  let tracks: MediaTracks = { captions: [], forcedTracks: [], audioTracks: [] };
  return {
    found(some) {
      tracks = { ...tracks, ...some };
      report({ type: 'tracks', tracks });
    },
    audioPlays: (id) => report({ type: 'choices', changes: { audioTrackId: id } }),
    captionsFailed: (language) => report({ type: 'choices', changes: { captionsFailed: language } }),
  };
}
