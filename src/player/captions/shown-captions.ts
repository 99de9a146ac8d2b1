import type { CaptionTrack, PlayerState } from '../state/player-state.ts';

type Texts = Pick<
  PlayerState,
  'captionTracks' | 'captionsLanguage' | 'forcedTracks' | 'audioTracks' | 'audioTrackId'
>;

/**
 * Returns the captions to show: the chosen ones, or else forced captions in the language of the
 * audio.
 * @param languages the viewer's languages, best first; used when the media does not name the
 *   audio's language
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
