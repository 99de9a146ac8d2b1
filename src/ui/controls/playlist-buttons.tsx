import { ControlButton } from './control-button.tsx';
import { usePlayer, usePlayerContext } from './player-context.tsx';
import { t } from './translation/translate.ts';

/** Shown only if the playlist has an earlier video. */
export function PreviousButton() {
  const { controller, onUse } = usePlayerContext();
  const hasPrevious = usePlayer(({ playlist }) => playlist !== null && playlist.index > 0);
  if (!hasPrevious) return null;
  return (
    <ControlButton
      data-visual-element="previous_button"
      icon="previous"
      label={t('previous')}
      onClick={() => {
        controller.previousVideo();
        onUse('previous');
      }}
    />
  );
}

export function NextButton() {
  const { controller, onUse } = usePlayerContext();
  const hasNext = usePlayer(
    ({ playlist }) => playlist !== null && playlist.index + 1 < playlist.videoIds.length,
  );
  if (!hasNext) return null;
  return (
    <ControlButton
      data-visual-element="next_button"
      icon="next"
      label={t('next')}
      onClick={() => {
        controller.nextVideo();
        onUse('next');
      }}
    />
  );
}
