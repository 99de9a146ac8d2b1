import { captionsFontSizes } from '../../../player/session/controller.ts';
import { playbackRates } from '../../../player/state/playback-rates.ts';
import { usePlayer, usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { rateLabel } from '../../keyboard/table/rate-label.ts';
import { captionsName } from './captions-name.ts';
import { captionsSizeLabel } from './captions-size-label.ts';
import { Choice, Choices } from './menu-choice.tsx';
import { qualityLabel } from './quality-label.ts';

interface ChoiceProps {
  back: () => void;
  done: () => void;
}

export function QualityPage({ back, done }: ChoiceProps) {
  const { controller, onUse } = usePlayerContext();
  const qualities = usePlayer((state) => state.qualities);
  const fixedId = usePlayer((state) => state.fixedQualityId);
  const best = [...qualities].sort((a, b) => b.height - a.height || b.bitrate - a.bitrate);
  const choose = (id: string | null) => () => {
    controller.setQuality(id);
    onUse('quality');
    done();
  };
  return (
    <Choices title={t('quality')} back={back}>
      {best.map((level) => (
        <Choice
          element="quality_choice"
          key={level.id}
          isChosen={level.id === fixedId}
          onChoose={choose(level.id)}
        >
          {qualityLabel(level)}
        </Choice>
      ))}
      <Choice element="quality_choice" isChosen={fixedId === null} onChoose={choose(null)}>
        {t('qualityAuto')}
      </Choice>
    </Choices>
  );
}

export function SpeedPage({ back, done }: ChoiceProps) {
  const { controller, onUse } = usePlayerContext();
  const rate = usePlayer((state) => state.playbackRate);
  return (
    <Choices title={t('speed')} back={back}>
      {playbackRates.map((choice) => (
        <Choice
          element="speed_choice"
          key={choice}
          isChosen={choice === rate}
          onChoose={() => {
            controller.setPlaybackRate(choice);
            onUse('speed');
            done();
          }}
        >
          {rateLabel(choice)}
        </Choice>
      ))}
    </Choices>
  );
}

export function CaptionsPage({ back, done }: ChoiceProps) {
  const { controller, onUse } = usePlayerContext();
  const tracks = usePlayer((state) => state.captionTracks);
  const language = usePlayer((state) => state.captionsLanguage);
  const hasFailed = usePlayer((state) => language !== null && state.captionsFailed === language);
  const choose = (code: string | null) => () => {
    controller.setCaptions(code);
    onUse('captions');
    done();
  };
  return (
    <Choices title={t('captions')} back={back}>
      <Choice element="captions_choice" isChosen={language === null} onChoose={choose(null)}>
        {t('captionsOff')}
      </Choice>
      {tracks.map(({ languageCode, label }) => (
        <Choice
          element="captions_choice"
          key={languageCode}
          lang={label ? languageCode : undefined}
          isChosen={languageCode === language}
          onChoose={choose(languageCode)}
        >
          {captionsName({ languageCode, label })}
        </Choice>
      ))}
      <p className="menu-note" role="status">
        {hasFailed && t('captionsFailed')}
      </p>
    </Choices>
  );
}

export function CaptionsSizePage({ back, done }: ChoiceProps) {
  const { controller, onUse } = usePlayerContext();
  const size = usePlayer((state) => state.captionsFontSize);
  return (
    <Choices title={t('captionsSize')} back={back}>
      {captionsFontSizes.map((step) => (
        <Choice
          element="captions_size_choice"
          key={step}
          isChosen={step === size}
          onChoose={() => {
            controller.setCaptionsFontSize(step);
            onUse('captions_size');
            done();
          }}
        >
          {captionsSizeLabel(step)}
        </Choice>
      ))}
    </Choices>
  );
}
