import { startTransition, useLayoutEffect } from 'react';
import { directionOf } from '../../../shared/player/direction-of.ts';
import type { Player } from '../../boot/player.ts';
import { startControlsVisibility } from '../../parts/controls-visibility.ts';
import { createValue } from '../../parts/create-value.ts';
import type { LoadedCatalogue } from '../messages/catalogue.ts';
import type { EarlyKeys } from '../shell/early-keys.ts';
import type { createReactRoot } from '../shell/react-root.ts';
import { createAnnouncer } from './announcer.ts';
import { ControlsBoundary } from './controls-boundary.tsx';
import { handFocusOver } from './hand-focus-over.ts';
import { LiveRegion } from './live-region.tsx';
import { createNotices } from './notices.ts';
import { panelLoaders } from './panels/panel-loaders.ts';
import { createPanelStore } from './panels/panel-store.ts';
import { startContextMenu } from './panels/start-context-menu.ts';
import { createPictureInPicture } from './picture-in-picture.ts';
import {
  createSubscribeWhileShown,
  PlayerContext,
  type PlayerContextValue,
} from './player-context.tsx';
import { PlayerUi } from './player-ui.tsx';
import { RenderError } from './render-error.ts';
import { replaceWaitingFrame } from './replace-waiting-frame.ts';
import { speak, t } from './translation/translate.ts';
import { watchBigPlay } from './watch-big-play.ts';

interface UiDeps extends Player {
  catalogue: LoadedCatalogue;
  keys: EarlyKeys;
  /** The viewer used the shell's large play button with the keyboard; it has disappeared. */
  isPlayedByKey: boolean;
  createReactRoot: typeof createReactRoot;
}

/**
 * Draws the controls. Loaded when the viewer reaches for the player, or when a video plays and the
 * page is idle.
 */
export function mountUi(deps: UiDeps): void {
  const { stage, store, catalogue, keys, args, later, signal } = deps;
  const { root, ui, video, bigPlay } = stage;
  const { allowFullscreen, hasControls } = args;
  later.visibility ??= startControlsVisibility(root, store, signal);
  const { visibility } = later;
  speak(catalogue);
  document.documentElement.lang = catalogue.language;
  document.documentElement.dir = directionOf(catalogue.language);
  bigPlay.ariaLabel = t('play');
  const reactRoot = deps.createReactRoot(ui, {
    onCaughtError: (error, { componentStack }) =>
      reportError(new RenderError(error, componentStack ?? '')),
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
  const handOver = handFocusOver(root, bigPlay, deps.isPlayedByKey, signal);
  const replaceShell = () => {
    replaceWaitingFrame(root);
    handOver();
  };
  // React yields between parts: drawing is not urgent, and a single task would drop frames on slow
  // devices.
  startTransition(() =>
    reactRoot.render(
      <PlayerContext value={context}>
        <ControlsBoundary>
          <PlayerUi hasControls={hasControls} />
          <OnceDrawn then={replaceShell} />
        </ControlsBoundary>
        <LiveRegion />
      </PlayerContext>,
    ),
  );
  signal.addEventListener('abort', () => reactRoot.unmount(), { once: true });
  watchBigPlay(bigPlay, store, signal);
  startContextMenu(root, context.panels, signal);
  void obeyKeys(keys, context, signal);
  deps.loadStats();
  if (matchMedia('(any-pointer: coarse)').matches)
    // If the script fails to load, the player works without touch gestures.
    import('../touch/start-touch.ts').then(
      ({ startTouch }) =>
        signal.aborted || startTouch({ ...deps, visibility, root, video }, signal),
      () => undefined,
    );
}

function OnceDrawn({ then }: { then: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after the first drawing
  useLayoutEffect(then, []);
  return null;
}

async function obeyKeys(
  keys: EarlyKeys,
  context: PlayerContextValue,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { startKeyboard } = await import('../keyboard/start-keyboard.ts');
    startKeyboard(keys, context);
  } catch {
    // The script could not be loaded: retry on the next key.
    const retry = () => void obeyKeys(keys, context, signal);
    document.addEventListener('keydown', retry, { signal, once: true });
  }
}
