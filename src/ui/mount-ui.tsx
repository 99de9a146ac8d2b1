import { startTransition, useLayoutEffect } from 'react';
import { directionOf } from '../../shared/direction-of.ts';
import { createValue } from '../create-value.ts';
import { RenderError } from '../errors/render-error.ts';
import { createAnnouncer } from './announcer.ts';
import { startContextMenu } from './context-menu/start-context-menu.ts';
import { ControlsBoundary } from './controls-boundary.tsx';
import { controlsVisibilityOf } from './controls-visibility.ts';
import { handFocusOver } from './hand-focus-over.ts';
import type { EarlyKeys } from './keyboard/early-keys.ts';
import { LiveRegion } from './live-region.tsx';
import type { LoadedCatalogue } from './messages/catalogue.ts';
import { speak, t } from './messages/translate.ts';
import { createNotices } from './notices.ts';
import { panelLoaders } from './panels/panel-loaders.ts';
import { createPanelStore } from './panels/panel-store.ts';
import { createPictureInPicture } from './picture-in-picture.ts';
import {
  createSubscribeWhileShown,
  PlayerContext,
  type PlayerContextValue,
} from './player-context.tsx';
import { PlayerUi } from './player-ui.tsx';
import type { createReactRoot } from './react-root.ts';
import { replaceWaitingFrame } from './replace-waiting-frame.ts';
import type { StageUiDeps } from './stage-ui-deps.ts';
import { watchBigPlay } from './watch-big-play.ts';

interface UiDeps extends StageUiDeps {
  catalogue: LoadedCatalogue;
  keys: EarlyKeys;
  /** The shell's large button has been used with the keyboard, and has gone. */
  isPlayedByKey: boolean;
  createReactRoot: typeof createReactRoot;
}

/** Draws the controls. Loaded when the viewer reaches for the player, or when it plays and the page has time. */
export function mountUi(deps: UiDeps): void {
  const { stage, store, catalogue, keys, args, playback, signal } = deps;
  const { root, ui, video, bigPlay } = stage;
  const { allowFullscreen, hasControls } = args;
  const visibility = controlsVisibilityOf(root, store, signal);
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
  const takeOver = () => {
    replaceWaitingFrame(root);
    handOver();
  };
  // In pieces: nobody waits for controls as for an answer, and a page slower than this one would miss frames.
  startTransition(() =>
    reactRoot.render(
      <PlayerContext value={context}>
        <ControlsBoundary>
          <PlayerUi hasControls={hasControls} />
          <OnceDrawn then={takeOver} />
        </ControlsBoundary>
        <LiveRegion />
      </PlayerContext>,
    ),
  );
  signal.addEventListener('abort', () => reactRoot.unmount(), { once: true });
  watchBigPlay(bigPlay, store, signal);
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
  if (matchMedia('(any-pointer: coarse)').matches)
    whenLoaded(import('./touch/start-touch.ts'), ({ startTouch }) =>
      startTouch({ ...deps, visibility, root, video }, signal),
    );
}

function OnceDrawn({ then }: { then: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is there.
  useLayoutEffect(then, []);
  return null;
}

async function obeyKeys(
  keys: EarlyKeys,
  context: PlayerContextValue,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { startKeyboard } = await import('./keyboard/start-keyboard.ts');
    startKeyboard(keys, context);
  } catch {
    // The script did not arrive: the next key asks for it again.
    const retry = () => void obeyKeys(keys, context, signal);
    document.addEventListener('keydown', retry, { signal, once: true });
  }
}
