import { sortOut, uniqueLanguages } from '../engines/parts/engine-text-tracks.ts';
import { createTrackReport } from '../engines/parts/track-report.ts';
import type { CaptionTrack, PlayerState } from '../state/player-state.ts';
import type { PlayerStore } from '../state/player-store.ts';

/** HTML's `AudioTrackList`, which Safari implements and TypeScript's types lack. */
interface AudioTrackList extends EventTarget, ArrayLike<NativeAudioTrack> {}

interface NativeAudioTrack {
  id: string;
  label: string;
  language: string;
  enabled: boolean;
}

/** Reports audio and caption tracks that a browser finds in natively played media. */
export function startNativeTracks(
  video: HTMLVideoElement,
  store: PlayerStore,
  signal: AbortSignal,
): void {
  const { audioTracks } = video as HTMLVideoElement & { audioTracks?: AudioTrackList };
  // Browsers without `audioTracks` find no captions either.
  if (audioTracks === undefined) return;
  const { found, audioPlays } = createTrackReport(store.dispatch);
  const isNative = () => store.getState().engine === 'native';

  function reportAudio(): void {
    if (audioTracks === undefined || !isNative()) return;
    const tracks = Array.from(audioTracks, ({ id, language, label }) => ({
      id,
      languageCode: language,
      label: label || language,
    }));
    found({ audioTracks: tracks });
    reportPlaying();
  }

  function reportPlaying(): void {
    const playing = Array.from(audioTracks ?? []).find(({ enabled }) => enabled);
    if (playing !== undefined && isNative()) audioPlays(playing.id);
  }

  function reportTexts(): void {
    if (!isNative()) return;
    const own = new Set(Array.from(video.querySelectorAll('track'), ({ track }) => track));
    const tracks = Array.from(video.textTracks).filter(
      (track) => !own.has(track) && track.kind !== 'metadata',
    );
    // Otherwise the browser would show them in its own style, whatever the viewer chose.
    for (const track of tracks) if (track.mode === 'showing') track.mode = 'disabled';
    const languages = uniqueLanguages(tracks.map(({ language }) => language));
    const captions = tracks.map(({ id, label }, index): CaptionTrack => {
      const languageCode = languages[index] ?? '';
      return { languageCode, label: label || languageCode, ...(id !== '' && { textTrackId: id }) };
    });
    // A kind that only Safari uses; it is not in HTML.
    found(sortOut(captions, (index) => (tracks[index]?.kind as string) === 'forced'));
  }

  function choose({ audioWanted }: PlayerState): void {
    const tracks = Array.from(audioTracks ?? []);
    if (!isNative() || !tracks.some(({ language }) => language === audioWanted)) return;
    for (const track of tracks) track.enabled = track.language === audioWanted;
  }

  for (const name of ['addtrack', 'removetrack']) {
    audioTracks.addEventListener(name, reportAudio, { signal });
    // The player's own `<track>` elements fire these events too.
    const reportInBand = (event: Event) => isInBand(event, video) && reportTexts();
    video.textTracks.addEventListener(name, reportInBand, { signal });
  }
  audioTracks.addEventListener('change', reportPlaying, { signal });
  const stop = store.subscribe((state, previous) => {
    if (state.audioWanted !== previous.audioWanted || state.audioTracks !== previous.audioTracks)
      choose(state);
  });
  signal.addEventListener('abort', stop, { once: true });
  if (audioTracks.length > 0) reportAudio();
  if (video.textTracks.length > 0) reportTexts();
}

function isInBand(event: Event, video: HTMLVideoElement): boolean {
  const changed = (event as TrackEvent).track;
  return !Array.from(video.querySelectorAll('track')).some(({ track }) => track === changed);
}
