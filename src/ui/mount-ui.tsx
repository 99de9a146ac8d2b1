import { createRoot } from 'react-dom/client';
import type { ControlsVisibility } from './controls-visibility.ts';
import { createSubscribeWhileShown, PlayerContext, type PlayerContextValue } from './player-context.tsx';
import { PlayerUi } from './player-ui.tsx';

interface UiDeps extends Omit<PlayerContextValue, 'subscribeWhileShown'> {
  visibility: ControlsVisibility;
}

/** Draws the controls. Loaded when the page has loaded and is idle, or when the viewer reaches for it. */
export function mountUi(
  container: HTMLElement,
  { visibility, ...deps }: UiDeps,
  hasControls: boolean,
): () => void {
  const root = createRoot(container);
  const subscribeWhileShown = createSubscribeWhileShown(deps.store, visibility);
  root.render(
    <PlayerContext value={{ ...deps, subscribeWhileShown }}>
      <PlayerUi hasControls={hasControls} />
    </PlayerContext>,
  );
  return () => root.unmount();
}
