import { playbackState } from '../../../shared/player/playback-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import { t } from './translation/translate.ts';

/** Labels the shell's large button: play, or replay at the end. Its style switches the icon. */
export function watchBigPlay(
  bigPlay: HTMLButtonElement,
  store: PlayerStore,
  signal: AbortSignal,
): void {
  const name = () => {
    bigPlay.ariaLabel = store.getState().playback === playbackState.ended ? t('replay') : t('play');
  };
  name();
  const stop = store.subscribe((state, previous) => state.playback !== previous.playback && name());
  signal.addEventListener('abort', stop, { once: true });
}
