import { ControlButton } from './control-button.tsx';
import { toggleCaptions } from './keyboard.ts';
import { t } from './messages/translate.ts';
import { usePlayer, usePlayerContext } from './player-context.tsx';

export function CaptionsButton() {
  const { controller, store, onUse } = usePlayerContext();
  const hasTracks = usePlayer((state) => state.captionTracks.length > 0);
  const isOn = usePlayer((state) => state.captionsLanguage !== null);
  if (!hasTracks) return null;
  return (
    <ControlButton
      data-visual-element="captions_button"
      icon="captions"
      label={t('captions')}
      aria-pressed={isOn}
      onClick={() => {
        toggleCaptions({ controller, getState: store.getState });
        onUse('toggle_captions');
      }}
    />
  );
}
