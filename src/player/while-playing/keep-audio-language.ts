import type { Controller } from '../session/controller.ts';
import type { PlayerState } from '../state/player-state.ts';
import type { PlayerStore } from '../state/player-store.ts';

/** Applies the audio language chosen for one video to later videos that have it. */
export function keepAudioLanguage(
  store: PlayerStore,
  controller: Pick<Controller, 'setAudioTrack'>,
  signal: AbortSignal,
): void {
  const choose = ({ audioTracks, audioTrackId, audioWanted }: PlayerState) => {
    if (audioWanted === null) return;
    const playing = audioTracks.find(({ id }) => id === audioTrackId);
    const wanted = audioTracks.find(({ languageCode }) => languageCode === audioWanted);
    if (wanted !== undefined && playing?.languageCode !== audioWanted)
      controller.setAudioTrack(wanted.id);
  };
  const stop = store.subscribe((state, previous) => {
    const isChosen = state.audioWanted !== previous.audioWanted;
    if (isChosen || state.audioTracks !== previous.audioTracks) choose(state);
  });
  signal.addEventListener('abort', stop, { once: true });
  choose(store.getState());
}
