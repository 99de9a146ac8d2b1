import type { Controller } from './controller.ts';
import type { PlayerStore } from './player-store.ts';
import { preferredCaptions } from './preferred-captions.ts';

/** `cc_load_policy` and `cc_lang_pref`: captions show without being asked for, unless others do or somebody wanted none. */
export function showCaptions(
  store: PlayerStore,
  controller: Controller,
  languages: () => readonly string[],
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const show = () => {
    const { captionTracks, captionsLanguage, captionsWanted } = store.getState();
    // Whoever switched them off may have been quicker than this script.
    if (captionTracks.length > 0 && captionsLanguage === null && captionsWanted !== null)
      controller.setCaptions(preferredCaptions(captionTracks, languages()));
  };
  const stop = store.subscribe((state, previous) => {
    if (state.captionTracks !== previous.captionTracks) show();
  });
  signal.addEventListener('abort', stop, { once: true });
  // The video may have been quicker than this script.
  show();
}
