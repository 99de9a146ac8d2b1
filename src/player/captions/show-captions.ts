import { preferredCaptions } from '../../parts/preferred-captions.ts';
import type { Controller } from '../session/controller.ts';
import type { PlayerStore } from '../state/player-store.ts';

/**
 * Implements `cc_load_policy` and `cc_lang_pref`: turns captions on, unless some are on already or
 * were turned off.
 */
export function showCaptions(
  store: PlayerStore,
  controller: Controller,
  languages: () => readonly string[],
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const show = () => {
    const { captionTracks, captionsLanguage, captionsWanted } = store.getState();
    // Captions may have been turned off before this script loaded.
    if (captionTracks.length > 0 && captionsLanguage === null && captionsWanted !== null)
      controller.setCaptions(preferredCaptions(captionTracks, languages()));
  };
  const stop = store.subscribe((state, previous) => {
    if (state.captionTracks !== previous.captionTracks) show();
  });
  signal.addEventListener('abort', stop, { once: true });
  // The captions may have arrived before this script loaded.
  show();
}
