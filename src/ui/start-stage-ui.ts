import type { PlayerArgs } from '../../shared/player-args.ts';
import type { Diagnosis } from '../diagnose.ts';
import { whenIdle } from '../lifecycle/when-idle.ts';
import { newNonce } from '../new-nonce.ts';
import type { PlayerConfig } from '../page-config.ts';
import type { Controller } from '../player/controller.ts';
import type { PlayerStore } from '../player/player-store.ts';
import type { Log } from '../player-log.ts';
import type { ServicesClient } from '../services/services-client.ts';
import type { Stage } from '../stage-elements.ts';
import type { Playback } from '../stats/start-playback-stats.ts';
import { startControlsVisibility } from './controls-visibility.ts';
import { watchEarlyGestures } from './early-gestures.ts';
import { watchEarlyKeys } from './keyboard/early-keys.ts';
import { loadControls } from './load-controls.ts';
import { startRootAttributes } from './root-attributes.ts';
import { startStage } from './stage.ts';

export interface StageUiDeps {
  stage: Stage;
  store: PlayerStore;
  controller: Controller;
  services: ServicesClient;
  config: PlayerConfig;
  args: PlayerArgs;
  /** Logs what a host or viewer may cause any number of times. */
  hostCaused: Log;
  playback: Playback;
  diagnose(): Diagnosis;
  /** Takes note of what the viewer did. */
  onUse: (action: string) => void;
  /** Of the viewer, for captions; best first (BCP 47). */
  languages: () => readonly string[];
  signal: AbortSignal;
}

/** What the viewer sees and touches: the shell at once, React's controls when there is time or need for them. */
export function startStageUi(deps: StageUiDeps): void {
  const { stage, store, controller, args, onUse, signal } = deps;
  const { root, video, bigPlay } = stage;
  const { allowFullscreen, hasControls } = args;

  startRootAttributes(root, store, signal);
  const visibility = startControlsVisibility(root, store, signal);
  const gestures = watchEarlyGestures(root, signal);
  startStage({ video, bigPlay, store, controller, allowFullscreen, hasControls, onUse }, signal);
  const keys = watchEarlyKeys(args.disableKeyboard, signal);

  const onIntent = (wake: () => void) => {
    for (const name of ['pointerenter', 'focusin', 'touchstart', 'keydown'] as const) {
      // Keys go to the body while nothing has the focus.
      document.addEventListener(name, wake, { signal, once: true, passive: true, capture: true });
    }
  };
  const onError = (wake: () => void) => {
    const stop = store.subscribe(({ error }) => error !== null && wake());
    signal.addEventListener('abort', stop, { once: true });
  };
  void whenIdle([onIntent, onError]).then(async () => {
    const { mountUi, catalogue } = await loadControls([args.hl, ...navigator.languages], onIntent, signal);
    if (!signal.aborted) mountUi({ ...deps, catalogue, keys, visibility, gestures, newNonce });
  });
}
