import { playbackState } from '../../shared/playback-state.ts';
import type { PlayerStore } from '../player/player-store.ts';
import { t } from './messages/translate.ts';

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
