import type { CaptionTrack, PlayerState } from '../player/player-state.ts';

type Texts = Pick<
  PlayerState,
  'captionTracks' | 'captionsLanguage' | 'forcedTracks' | 'audioTracks' | 'audioTrackId'
>;

/**
 * The captions that show: those that were chosen. Where none are, the forced ones in the language of the sound, which are meant for
 * all who understand it.
 * @param languages that the viewer reads, best first; what counts where the media does not say what is spoken
 */
export function shownCaptions(state: Texts, languages: readonly string[]): CaptionTrack | null {
  const { captionTracks, captionsLanguage, forcedTracks, audioTracks, audioTrackId } = state;
  if (captionsLanguage !== null)
    return captionTracks.find(({ languageCode }) => languageCode === captionsLanguage) ?? null;
  const spoken = audioTracks.find(({ id }) => id === audioTrackId)?.languageCode;
  for (const language of spoken ? [spoken] : languages) {
    const track =
      forcedTracks.find(
        ({ languageCode }) => languageCode.toLowerCase() === language.toLowerCase(),
      ) ?? forcedTracks.find(({ languageCode }) => family(languageCode) === family(language));
    if (track !== undefined) return track;
  }
  return null;
}

function family(language: string): string | undefined {
  return language.toLowerCase().split('-', 1)[0];
}
