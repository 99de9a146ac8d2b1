import { ControlButton } from './control-button.tsx';
import { usePlayer, usePlayerContext, useValue } from './player-context.tsx';
import { t } from './translation/translate.ts';

/** Shown if the browser supports it, from the first frame on. */
export function PictureInPictureButton() {
  const { pictureInPicture, onUse } = usePlayerContext();
  const isOn = useValue(pictureInPicture.isOn);
  const hasPicture = usePlayer((state) => state.hasFirstFrame);
  if (!pictureInPicture.isPossible || !hasPicture) return null;
  return (
    <ControlButton
      data-visual-element="picture_in_picture_button"
      data-from="medium"
      icon="pictureInPicture"
      label={t('pictureInPicture')}
      aria-pressed={isOn}
      onClick={() => {
        pictureInPicture.toggle();
        onUse('toggle_picture_in_picture');
      }}
    />
  );
}
