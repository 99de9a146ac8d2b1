import type { PlayerArgs } from '../../shared/player-args.ts';
import { whenIdle } from '../lifecycle/when-idle.ts';
import type { Controller } from '../player/controller.ts';
import type { PlayerStore } from '../player/player-store.ts';
import type { Log } from '../player-log.ts';
import type { Stage } from '../stage-elements.ts';
import { startControlsVisibility } from './controls-visibility.ts';
import { startKeyboard } from './keyboard.ts';
import { startRootAttributes } from './root-attributes.ts';
import { startStage } from './stage.ts';

interface StageUiDeps {
  stage: Stage;
  store: PlayerStore;
  controller: Controller;
  args: PlayerArgs;
  log: Log;
  signal: AbortSignal;
}

/** What the viewer sees and touches: the shell at once, React's controls when there is time or need for them. */
export function startStageUi({ stage, store, controller, args, log, signal }: StageUiDeps): void {
  const { root, video, bigPlay, ui } = stage;
  const { allowFullscreen, hasControls } = args;
  const onUse = (action: string) => log('viewer_action', { action, videoId: store.getState().videoId });

  startRootAttributes(root, store, signal);
  const visibility = startControlsVisibility(root, store, signal);
  const isControlsShown = visibility.isShown;
  startStage({ video, bigPlay, store, controller, allowFullscreen, isControlsShown, onUse }, signal);
  if (!args.disableKeyboard) startKeyboard(root, { controller, getState: store.getState, onUse }, signal);

  const onIntent = (wake: () => void) => {
    for (const name of ['pointerenter', 'focusin', 'touchstart'] as const) {
      root.addEventListener(name, wake, { signal, once: true, passive: true });
    }
  };
  const onError = (wake: () => void) => {
    const stop = store.subscribe(({ error }) => error !== null && wake());
    signal.addEventListener('abort', stop, { once: true });
  };
  void whenIdle([onIntent, onError]).then(async () => {
    const { mountUi } = await import('./mount-ui.tsx');
    if (signal.aborted) return;
    const unmount = mountUi(ui, { store, controller, visibility, allowFullscreen, onUse }, hasControls);
    signal.addEventListener('abort', unmount, { once: true });
  });
}
