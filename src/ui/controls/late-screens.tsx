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
