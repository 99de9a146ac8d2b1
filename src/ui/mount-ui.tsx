import { createRoot } from 'react-dom/client';
import { directionOf } from '../../shared/languages.ts';
import { RenderError } from '../errors/render-error.ts';
import type { Log } from '../player-log.ts';
import type { Stage } from '../stage-elements.ts';
import type { Playback } from '../stats/start-playback-stats.ts';
import { createAnnouncer } from './announcer.ts';
import { ControlsBoundary } from './controls-boundary.tsx';
import type { ControlsVisibility } from './controls-visibility.ts';
import { createValue } from './create-value.ts';
import type { EarlyGestures } from './early-gestures.ts';
import { handFocusOver } from './hand-focus-over.ts';
import type { EarlyKeys } from './keyboard/early-keys.ts';
import { LiveRegion } from './live-region.tsx';
import type { LoadedCatalogue } from './messages/catalogue.ts';
import { speak, t } from './messages/translate.ts';
import { panelLoaders } from './panels/panel-loaders.ts';
import { createPanelStore } from './panels/panel-store.ts';
import { createPictureInPicture } from './picture-in-picture.ts';
import { createSubscribeWhileShown, PlayerContext, type PlayerContextValue } from './player-context.tsx';
import { PlayerUi } from './player-ui.tsx';
import { createRemotePlayback } from './remote-playback.ts';
import type { TouchDeps } from './touch/start-touch.ts';
import { startVisualElements } from './visual-elements/start-visual-elements.ts';
import { watchBigPlay } from './watch-big-play.ts';

type Given = 'store' | 'controller' | 'allowFullscreen' | 'hasControls' | 'languages' | 'onUse';

interface UiDeps extends Pick<PlayerContextValue, Given> {
  catalogue: LoadedCatalogue;
  keys: EarlyKeys;
  visibility: ControlsVisibility;
  gestures: EarlyGestures;
  log: Log;
  newNonce: () => string;
  startStats: Playback['startStats'];
}

/** Draws the controls. Loaded when the page has loaded and is idle, or when the viewer reaches for it. */
export function mountUi(
  { root, ui, video, bigPlay }: Stage,
  { catalogue, keys, visibility, gestures, log, newNonce, startStats, ...deps }: UiDeps,
  signal: AbortSignal,
): void {
  const { store, hasControls } = deps;
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
    subscribeWhileShown: createSubscribeWhileShown(store, visibility),
    panels: createPanelStore(panelLoaders),
    pictureInPicture: createPictureInPicture(video, signal),
    remotePlayback: createRemotePlayback(video, signal),
    isRemainingShown: createValue(false),
    announcer: createAnnouncer(),
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
  if (matchMedia('(any-pointer: coarse)').matches)
    void loadTouch({ root, video, visibility, ...deps }, signal);
  handFocusOver(root, bigPlay, signal);
  void obeyKeys(keys, context, signal);
  void startWatching(startStats, video, signal);
  startVisualElements({ root, ui, store, visibility, gestures, log, newNonce }, signal);
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

async function loadTouch(deps: TouchDeps, signal: AbortSignal): Promise<void> {
  try {
    const { startTouch } = await import('./touch/start-touch.ts');
    if (!signal.aborted) startTouch(deps, signal);
  } catch {
    // The script did not arrive: the bar has a button for what a finger could do on the picture.
  }
}
