import type { CaptionTrack } from '../player-state.ts';
import type { EngineDeps } from './engine.ts';
import { sortOut, uniqueLanguages } from './engine-text-tracks.ts';
import { createTrackReport } from './track-report.ts';

/** HTML's `AudioTrackList`, which Safari has and TypeScript does not. */
interface AudioTrackList extends EventTarget, ArrayLike<NativeAudioTrack> {}

interface NativeAudioTrack {
  id: string;
  kind: string;
  label: string;
  language: string;
  enabled: boolean;
}

export interface NativeTracks {
  setAudioTrack(id: string): void;
}

/** What the browser finds in the media that it plays alone: sound in several languages, and captions. */
export function startNativeTracks(
  { video, report }: Pick<EngineDeps, 'video' | 'report'>,
  signal: AbortSignal,
): NativeTracks {
  const { found, audioPlays } = createTrackReport(report);
  const { audioTracks } = video as HTMLVideoElement & { audioTracks?: AudioTrackList };

  function tellAudio(): void {
    if (audioTracks === undefined) return;
    const tracks = Array.from(audioTracks);
    found({
      audioTracks: tracks.map(({ id, language, label }) => ({
        id,
        languageCode: language,
        label: label || language,
      })),
    });
    tellPlaying();
  }

  function tellPlaying(): void {
    const playing = Array.from(audioTracks ?? []).find(({ enabled }) => enabled);
    if (playing !== undefined) audioPlays(playing.id);
  }

  function tellTexts(): void {
    const own = new Set(Array.from(video.querySelectorAll('track'), ({ track }) => track));
    const tracks = Array.from(video.textTracks).filter(
      (track) => !own.has(track) && track.kind !== 'metadata',
    );
    for (const track of tracks) if (track.mode === 'showing') track.mode = 'hidden';
    const languages = uniqueLanguages(tracks.map(({ language }) => language));
    const captions = tracks.map(({ id, label }, index): CaptionTrack => {
      const languageCode = languages[index] ?? '';
      return { languageCode, label: label || languageCode, ...(id !== '' && { textTrackId: id }) };
    });
    // Safari's own kind, which is not in HTML.
    found(sortOut(captions, (index) => (tracks[index]?.kind as string) === 'forced'));
  }

  for (const name of ['addtrack', 'removetrack']) {
    audioTracks?.addEventListener(name, tellAudio, { signal });
    video.textTracks.addEventListener(
      name,
      // The player's own `<track>`s come and go as well.
      (event) => isInBand(event, video) && tellTexts(),
      { signal },
    );
  }
  audioTracks?.addEventListener('change', tellPlaying, { signal });
  tellAudio();
  if (video.textTracks.length > 0) tellTexts();

  return {
    setAudioTrack(id) {
      const tracks = Array.from(audioTracks ?? []);
      if (!tracks.some((track) => track.id === id)) return;
      for (const track of tracks) track.enabled = track.id === id;
    },
  };
}

function isInBand(event: Event, video: HTMLVideoElement): boolean {
  const changed = (event as TrackEvent).track;
  return !Array.from(video.querySelectorAll('track')).some(({ track }) => track === changed);
}
