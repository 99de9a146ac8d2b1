import type { CaptionTrack } from './player-state.ts';

/**
 * The captions that suit a viewer best.
 * @param wanted languages (BCP 47), best first; empty ones are passed over
 * @returns a track's language: one that was wanted, else one of the same family (`es` for `es-MX`), else the first; `null` without tracks
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
