import { createRoot } from 'react-dom/client';
import { RenderError } from '../errors/render-error.ts';
import type { Playback } from '../stats/start-playback-stats.ts';
import { startContextMenu } from './context-menu/start-context-menu.ts';
import { ControlsBoundary } from './controls-boundary.tsx';
import type { ControlsVisibility } from './controls-visibility.ts';
import type { EarlyGestures } from './early-gestures.ts';
import { createNotices } from './notices.ts';
import { panelLoaders } from './panels/panel-loaders.ts';
import { createPanelStore } from './panels/panel-store.ts';
import { createSubscribeWhileShown, PlayerContext } from './player-context.tsx';
import { PlayerUi } from './player-ui.tsx';
import type { StageUiDeps } from './start-stage-ui.ts';
import { startVisualElements } from './visual-elements/start-visual-elements.ts';

interface UiDeps extends StageUiDeps {
  visibility: ControlsVisibility;
  gestures: EarlyGestures;
  newNonce: () => string;
}

/** Draws the controls. Loaded when the page has loaded and is idle, or when the viewer reaches for it. */
export function mountUi(deps: UiDeps): void {
  const { stage, store, visibility, args, playback, diagnose, signal } = deps;
  const { root, ui, video } = stage;
  const reactRoot = createRoot(ui, {
    onCaughtError: (error, { componentStack }) => reportError(new RenderError(error, componentStack ?? '')),
  });
  const subscribeWhileShown = createSubscribeWhileShown(store, visibility);
  const panels = createPanelStore(panelLoaders);
  const notices = createNotices();
  const { allowFullscreen, hasControls } = args;
  reactRoot.render(
    <PlayerContext value={{ ...deps, allowFullscreen, subscribeWhileShown, panels, notices }}>
      <ControlsBoundary>
        <PlayerUi hasControls={hasControls} />
      </ControlsBoundary>
    </PlayerContext>,
  );
  signal.addEventListener('abort', () => reactRoot.unmount(), { once: true });
  startContextMenu(root, panels, signal);
  void startWatching(playback.startStats, video, signal);
  startVisualElements({ ...deps, root, ui, log: deps.hostCaused }, signal);
  if (args.debug) void showDebugPanel(root, diagnose, signal);
}

async function startWatching(
  startStats: Playback['startStats'],
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { startPageStats } = await import('../stats/start-page-stats.ts');
    if (!signal.aborted) startPageStats(startStats, video);
  } catch {
    // The script did not arrive: this page's playbacks are not told of.
  }
}

async function showDebugPanel(
  root: HTMLElement,
  read: StageUiDeps['diagnose'],
  signal: AbortSignal,
): Promise<void> {
  try {
    const { startDebugPanel } = await import('../debug/start-debug-panel.ts');
    if (!signal.aborted) startDebugPanel(root, read, signal);
  } catch {
    // The script did not arrive: the player does without.
  }
}
