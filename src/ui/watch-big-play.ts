import { playbackState } from '../../shared/playback-state.ts';
import type { PlayerStore } from '../player/player-store.ts';
import { t } from './messages/translate.ts';

/** The shell's large button plays, and plays again at the end; its style shows which, this says it. */
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
