import type { Player } from '../../boot/player.ts';
import { onceIdle } from '../../page/lifecycle/when-idle.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import { type EarlyGestures, watchEarlyGestures } from './early-gestures.ts';
import { watchEarlyKeys } from './early-keys.ts';
import { loadControls } from './load-controls.ts';
import { startRootAttributes } from './root-attributes.ts';
import { startStage } from './stage.ts';

/**
 * Starts the parts that the viewer sees and touches. The shell works at once. React's controls load
 * when the viewer reaches for the player, or once a video plays and the page is idle. An untouched
 * page is a facade: the poster, the button, and no task of ours.
 * @param click that started playback before this script
 * @returns the viewer's clicks and keys, including those from before anything listens
 */
export function startStageUi(player: Player, click: PointerEvent | undefined): EarlyGestures {
  const { stage, store, controller, args, onUse, signal } = player;
  const { root, video, bigPlay } = stage;
  const { allowFullscreen, hasControls } = args;

  // A click count of 0 means the keyboard (UI Events, `detail`).
  let isPlayedByKey = click?.detail === 0;
  startRootAttributes(root, store, player.config.brand, signal);
  const gestures = watchEarlyGestures(root, click, signal);
  startStage({ video, bigPlay, store, controller, allowFullscreen, hasControls, onUse }, signal);
  const keys = watchEarlyKeys(args.disableKeyboard, signal);

  const onIntent = (wake: () => void) => {
    for (const name of ['pointermove', 'focusin', 'touchstart', 'keydown'] as const) {
      // Listen on the document: keys go to the body while nothing has the focus. Touch listeners on
      // the document are passive by default.
      document.addEventListener(name, wake, { signal, once: true });
    }
  };
  bigPlay.addEventListener('click', ({ detail }) => (isPlayedByKey = detail === 0), {
    signal,
    once: true,
  });
  new Promise<void>((resolve) => {
    onIntent(resolve);
    const update = ({ error, isPlayRequested, hasFirstFrame }: PlayerState) => {
      if (error !== null) resolve();
      // The viewer waits for the first frame, so load the controls after it.
      else if (isPlayRequested && hasFirstFrame) onceIdle(resolve);
      else return;
      stop();
    };
    const stop = store.subscribe(update);
    signal.addEventListener('abort', stop, { once: true });
  }).then(async () => {
    const { catalogue, ...react } = await loadControls(
      [args.hl, ...navigator.languages],
      onIntent,
      signal,
    );
    if (!signal.aborted) react.mountUi({ ...player, ...react, catalogue, keys, isPlayedByKey });
  });
  return gestures;
}
