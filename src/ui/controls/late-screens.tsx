import { playbackState } from '../../../shared/player/playback-state.ts';
import { late } from './late.tsx';
import { loadStyledPart } from './panels/panel-loaders.ts';
import { usePlayer } from './player-context.tsx';

const EndScreen = late(
  loadStyledPart(async () => (await import('../panels/end/end-screen.tsx')).EndScreen),
);
const ResumeChip = late(
  loadStyledPart(async () => (await import('../panels/end/resume-chip.tsx')).ResumeChip),
);

const SenderPaused = late(
  loadStyledPart(async () => (await import('../late/sender-paused.tsx')).SenderPaused),
);

/** Drawn without controls too: without it, the spinner would look like a failing player. */
export function SenderNotice() {
  const isShown = usePlayer(
    (state) => state.isSenderPaused && state.playback === playbackState.buffering,
  );
  return isShown && <SenderPaused />;
}

/** Screens for certain moments of a video: its end, and right after it has resumed. */
export function LateScreens() {
  const hasEnded = usePlayer((state) => state.playback === playbackState.ended);
  const hasResumed = usePlayer((state) => state.resumedAt !== null);
  return (
    <>
      {hasEnded && <EndScreen />}
      {hasResumed && <ResumeChip />}
    </>
  );
}
