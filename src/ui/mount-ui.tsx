import { createRoot } from 'react-dom/client';
import { directionOf } from '../../shared/languages.ts';
import { createValue } from '../create-value.ts';
import { RenderError } from '../errors/render-error.ts';
import { createAnnouncer } from './announcer.ts';
import { startContextMenu } from './context-menu/start-context-menu.ts';
import { ControlsBoundary } from './controls-boundary.tsx';
import type { ControlsVisibility } from './controls-visibility.ts';
import type { EarlyGestures } from './early-gestures.ts';
import { handFocusOver } from './hand-focus-over.ts';
import type { EarlyKeys } from './keyboard/early-keys.ts';
import { LiveRegion } from './live-region.tsx';
import type { LoadedCatalogue } from './messages/catalogue.ts';
import { speak, t } from './messages/translate.ts';
import { createNotices } from './notices.ts';
import { panelLoaders } from './panels/panel-loaders.ts';
import { createPanelStore } from './panels/panel-store.ts';
import { createPictureInPicture } from './picture-in-picture.ts';
import { createSubscribeWhileShown, PlayerContext, type PlayerContextValue } from './player-context.tsx';
import { PlayerUi } from './player-ui.tsx';
import type { StageUiDeps } from './start-stage-ui.ts';
import { watchBigPlay } from './watch-big-play.ts';

interface UiDeps extends StageUiDeps {
  catalogue: LoadedCatalogue;
  keys: EarlyKeys;
  visibility: ControlsVisibility;
  gestures: EarlyGestures;
  newNonce: () => string;
}

/** Draws the controls. Loaded when the page has loaded and is idle, or when the viewer reaches for it. */
export function mountUi(deps: UiDeps): void {
  const { stage, store, catalogue, keys, visibility, args, playback, diagnose, signal } = deps;
  const { root, ui, video, bigPlay } = stage;
  const { allowFullscreen, hasControls } = args;
  speak(catalogue);
  document.documentElement.lang = catalogue.language;
  document.documentElement.dir = directionOf(catalogue.language);
  bigPlay.ariaLabel = t('play');
  const reactRoot = createRoot(ui, {
    onCaughtError: (error, { componentStack }) => reportError(new RenderError(error, componentStack ?? '')),
  });
  const context: PlayerContextValue = {
    ...deps,
    video,
    allowFullscreen,
    hasControls,
    subscribeWhileShown: createSubscribeWhileShown(store, visibility),
    panels: createPanelStore(panelLoaders),
    pictureInPicture: createPictureInPicture(video, signal),
    isRemainingShown: createValue(false),
    announcer: createAnnouncer(),
    notices: createNotices(),
  };
  reactRoot.render(
    <PlayerContext value={context}>
      <ControlsBoundary>
        <PlayerUi hasControls={hasControls} />
      </ControlsBoundary>
      <LiveRegion />
    </PlayerContext>,
  );
  signal.addEventListener('abort', () => reactRoot.unmount(), { once: true });
  watchBigPlay(bigPlay, store, signal);
  handFocusOver(root, bigPlay, signal);
  startContextMenu(root, context.panels, signal);
  void obeyKeys(keys, context, signal);
  // Each in a script of its own; of one that does not arrive the player does without.
  const whenLoaded = <Script,>(loading: Promise<Script>, start: (script: Script) => void) =>
    void loading.then(
      (script) => signal.aborted || start(script),
      () => undefined,
    );
  whenLoaded(import('../stats/start-page-stats.ts'), ({ startPageStats }) =>
    startPageStats(playback.startStats, video),
  );
  whenLoaded(import('./visual-elements/start-visual-elements.ts'), ({ startVisualElements }) =>
    startVisualElements({ ...deps, root, ui, log: deps.hostCaused }, signal),
  );
  if (matchMedia('(any-pointer: coarse)').matches)
    whenLoaded(import('./touch/start-touch.ts'), ({ startTouch }) =>
      startTouch({ ...deps, root, video }, signal),
    );
  if (args.debug)
    whenLoaded(import('../debug/start-debug-panel.ts'), ({ startDebugPanel }) =>
      startDebugPanel(root, diagnose, signal),
    );
}

async function obeyKeys(keys: EarlyKeys, context: PlayerContextValue, signal: AbortSignal): Promise<void> {
  try {
    const { startKeyboard } = await import('./keyboard/start-keyboard.ts');
    startKeyboard(keys, context);
  } catch {
    // The script did not arrive: the next key asks for it again.
    const retry = () => void obeyKeys(keys, context, signal);
    document.addEventListener('keydown', retry, { signal, once: true });
  }
}
