import { preferredCaptions } from '../../parts/preferred-captions.ts';
import type { Controller } from '../../player/session/controller.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';

/**
 * Turns captions off, or on in the language that suits the viewer best.
 * @param languages the viewer's languages, best first (BCP 47)
 */
export function toggleCaptions(
  controller: Controller,
  store: PlayerStore,
  languages: readonly string[],
): void {
  const { captionsLanguage, captionTracks } = store.getState();
  controller.setCaptions(
    captionsLanguage === null ? preferredCaptions(captionTracks, languages) : null,
  );
}
