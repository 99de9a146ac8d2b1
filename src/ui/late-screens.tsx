import { useState } from 'react';
import { playbackState } from '../../shared/playback-state.ts';
import { findResumed } from '../resume/resumed.ts';
import { late } from './late.tsx';
import { loadStyledPart } from './panels/panel-loaders.ts';
import { usePlayer, usePlayerContext, useValue } from './player-context.tsx';

const EndScreen = late(
  loadStyledPart(async () => (await import('./end/end-screen.tsx')).EndScreen),
);
const ResumeChip = late(
  loadStyledPart(async () => (await import('./end/resume-chip.tsx')).ResumeChip),
);

/** What some moments of a video have of their own. */
export function LateScreens() {
  const { store } = usePlayerContext();
  const [resumed] = useState(() => findResumed(store));
  const hasEnded = usePlayer((state) => state.playback === playbackState.ended);
  const hasResumed = useValue(resumed) !== null;
  return (
    <>
      {hasEnded && <EndScreen />}
      {hasResumed && <ResumeChip resumed={resumed} />}
    </>
  );
}
