import type { CaptionTrack } from '../player/state/player-state.ts';

/**
 * Chooses captions for the viewer's languages.
 * @param wanted languages (BCP 47), best first; empty ones are skipped
 * @returns the language of a track: a wanted one, else one of the same family (`es` for `es-MX`),
 *   else the first; `null` without tracks
 */
export function preferredCaptions(
  tracks: readonly CaptionTrack[],
  wanted: readonly string[],
): string | null {
  const family = (language: string) => language.toLowerCase().split('-', 1)[0];
  for (const isSame of [sameLanguage, (a: string, b: string) => family(a) === family(b)]) {
    for (const language of wanted) {
      const track = tracks.find(
        ({ languageCode }) => language !== '' && isSame(languageCode, language),
      );
      if (track !== undefined) return track.languageCode;
    }
  }
  return tracks[0]?.languageCode ?? null;
}

function sameLanguage(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
