import { ControlButton } from './control-button.tsx';
import { usePlayer, usePlayerContext } from './player-context.tsx';
import { toggleCaptions } from './toggle-captions.ts';
import { t } from './translation/translate.ts';

export function CaptionsButton() {
  const { controller, store, languages, onUse } = usePlayerContext();
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
        toggleCaptions(controller, store, languages());
        onUse('toggle_captions');
      }}
    />
  );
}
