import { ControlButton } from './control-button.tsx';
import { usePlayer, usePlayerContext } from './player-context.tsx';
import { t } from './translation/translate.ts';

export function FullscreenButton() {
  const { controller, allowFullscreen, onUse } = usePlayerContext();
  const isFullscreen = usePlayer((state) => state.isFullscreen);
  if (!allowFullscreen) return null;
  return (
    <ControlButton
      data-visual-element="fullscreen_button"
      icon={isFullscreen ? 'exitFullscreen' : 'fullscreen'}
      label={isFullscreen ? t('exitFullscreen') : t('fullscreen')}
      onClick={() => {
        controller.toggleFullscreen();
        onUse('toggle_fullscreen');
      }}
    />
  );
}
