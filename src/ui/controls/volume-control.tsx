import { type CSSProperties, useRef } from 'react';
import { controlsLimits } from '../../../shared/limits/controls-limits.ts';
import { ControlButton } from './control-button.tsx';
import { usePlayer, usePlayerContext } from './player-context.tsx';
import { sliderStep, volumeSteps } from './slider-step.ts';
import { tPercent } from './translation/localized.ts';
import { t } from './translation/translate.ts';

export function VolumeControl() {
  const { controller, store, onUse } = usePlayerContext();
  const volume = usePlayer((state) => (state.isMuted ? 0 : state.volume));
  /** The volume before the viewer moved the slider to 0. */
  const audibleVolume = useRef(0);
  const isSilent = volume === 0;
  const keepAudibleVolume = () => {
    if (volume > 0) audibleVolume.current = volume;
  };

  function setVolume(next: number): void {
    controller.setVolume(next);
    if (next > 0) controller.unMute();
  }

  return (
    <div className="volume">
      <ControlButton
        data-visual-element="mute_button"
        icon={isSilent ? 'muted' : volume < controlsLimits.loudVolume ? 'volumeLow' : 'volume'}
        label={isSilent ? t('unmute') : t('mute')}
        onClick={() => {
          if (isSilent) {
            if (store.getState().volume === 0 && audibleVolume.current > 0)
              controller.setVolume(audibleVolume.current);
            controller.unMute();
          } else controller.mute();
          onUse(isSilent ? 'unmute' : 'mute');
        }}
      />
      <input
        type="range"
        data-visual-element="volume_slider"
        className="volume-slider"
        aria-label={t('volume')}
        aria-valuetext={tPercent(volume / 100)}
        min={0}
        max={100}
        step={1}
        value={volume}
        style={{ '--value': volume / 100 } as CSSProperties}
        onPointerDown={keepAudibleVolume}
        onFocus={keepAudibleVolume}
        onChange={(event) => setVolume(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          const next = sliderStep(event.key, { min: 0, max: 100, value: volume }, volumeSteps);
          if (next === null) return;
          event.preventDefault();
          setVolume(next);
          onUse('volume');
        }}
        onPointerUp={() => onUse('volume')}
      />
    </div>
  );
}
