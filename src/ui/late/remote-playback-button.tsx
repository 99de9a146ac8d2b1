import { ControlButton } from '../controls/control-button.tsx';
import { usePlayerContext, useValue } from '../controls/player-context.tsx';
import { t } from '../controls/translation/translate.ts';
import { createRemotePlayback } from './remote-playback.ts';

/** Shown while another screen is available or in use. */
export function RemotePlaybackButton() {
  const { video, later, signal, onUse } = usePlayerContext();
  // Made once: the button is drawn again for each video, and new listeners would pile up.
  later.remotePlayback ??= createRemotePlayback(video, signal);
  const { remotePlayback } = later;
  const isPossible = useValue(remotePlayback.isPossible);
  const isOn = useValue(remotePlayback.isOn);
  if (!isPossible && !isOn) return null;
  return (
    <ControlButton
      data-visual-element="remote_playback_button"
      icon="remotePlayback"
      label={t('remotePlayback')}
      aria-pressed={isOn}
      onClick={() => {
        remotePlayback.choose();
        onUse('remote_playback');
      }}
    />
  );
}
