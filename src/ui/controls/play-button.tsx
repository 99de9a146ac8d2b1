import { playbackState } from '../../../shared/player/playback-state.ts';
import { togglePlay } from '../shell/toggle-play.ts';
import { ControlButton } from './control-button.tsx';
import { usePlayer, usePlayerContext } from './player-context.tsx';
import { t } from './translation/translate.ts';

export function PlayButton() {
  const { controller, store, onUse } = usePlayerContext();
  const isPlaying = usePlayer((state) => state.isPlayRequested);
  const isEnded = usePlayer((state) => state.playback === playbackState.ended);
  const [icon, label] = isPlaying
    ? (['pause', t('pause')] as const)
    : isEnded
      ? (['replay', t('replay')] as const)
      : (['play', t('play')] as const);
  return (
    <ControlButton
      data-visual-element="play_button"
      icon={icon}
      label={label}
      onClick={() => {
        togglePlay(controller, store);
        onUse(isPlaying ? 'pause' : 'play');
      }}
    />
  );
}
