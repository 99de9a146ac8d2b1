import type { AudioTrack } from '../../../player/state/player-state.ts';
import { usePlayer, usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { tLanguage } from '../../messages/format-values.ts';
import { Choice, Choices } from './menu-choice.tsx';

interface AudioPageProps {
  back: () => void;
  done: () => void;
}

export function AudioPage({ back, done }: AudioPageProps) {
  const { controller, onUse } = usePlayerContext();
  const tracks = usePlayer((state) => state.audioTracks);
  const playingId = usePlayer((state) => state.audioTrackId);
  return (
    <Choices title={t('audio')} back={back}>
      {tracks.map((track) => (
        <Choice
          element="audio_choice"
          key={track.id}
          lang={track.languageCode}
          isChosen={track.id === playingId}
          onChoose={() => {
            controller.setAudioTrack(track.id);
            onUse('audio');
            done();
          }}
        >
          {audioLabel(track)}
        </Choice>
      ))}
    </Choices>
  );
}

/** The label from the media, or else the language's name, or else the id. */
export function audioLabel({ label, languageCode, id }: AudioTrack): string {
  return label || (languageCode && tLanguage(languageCode)) || id;
}
