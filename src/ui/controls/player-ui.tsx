import { CaptionsButton } from './captions-button.tsx';
import { ChapterButton } from './chapter-button.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { FullscreenButton } from './fullscreen-button.tsx';
import { late } from './late.tsx';
import { LateScreens, SenderNotice } from './late-screens.tsx';
import { NoticeRegion } from './notice-region.tsx';
import { PanelHost } from './panels/panel-host.tsx';
import { PictureInPictureButton } from './picture-in-picture-button.tsx';
import { PlayButton } from './play-button.tsx';
import { usePlayer } from './player-context.tsx';
import { NextButton, PreviousButton } from './playlist-buttons.tsx';
import { SeekBar } from './seek-bar.tsx';
import { SettingsButton } from './settings-button.tsx';
import { TimeDisplay } from './time-display.tsx';
import { TitleBar } from './title-bar.tsx';
import { VolumeControl } from './volume-control.tsx';

const RemotePlaybackButton = late(
  async () => (await import('../late/remote-playback-button.tsx')).RemotePlaybackButton,
);

/** Everything drawn over the picture, except the shell's play button and the captions. */
export function PlayerUi({ hasControls }: { hasControls: boolean }) {
  const hasError = usePlayer((state) => state.error !== null);
  return (
    <>
      {hasError ? <ErrorScreen /> : hasControls && <Controls />}
      <PanelHost />
      <SenderNotice />
      <NoticeRegion />
    </>
  );
}

function Controls() {
  const hasBegun = usePlayer((state) => state.hasFirstFrame);
  return (
    <>
      <LateScreens />
      <TitleBar />
      <div className="bar" data-visual-element="control_bar">
        <SeekBar />
        <div className="bar-start">
          <div className="transport">
            <PreviousButton />
            <PlayButton />
            <NextButton />
          </div>
          <VolumeControl />
          <TimeDisplay />
          <ChapterButton />
        </div>
        <div className="bar-end">
          <CaptionsButton />
          <SettingsButton />
          <PictureInPictureButton />
          {hasBegun && <RemotePlaybackButton />}
          <FullscreenButton />
        </div>
      </div>
    </>
  );
}
