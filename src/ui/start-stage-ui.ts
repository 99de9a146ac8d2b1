import { onceIdle } from '../lifecycle/when-idle.ts';
import type { PlayerState } from '../player/player-state.ts';
import { type EarlyGestures, watchEarlyGestures } from './early-gestures.ts';
import { watchEarlyKeys } from './keyboard/early-keys.ts';
import { loadControls } from './load-controls.ts';
import { startRootAttributes } from './root-attributes.ts';
import { startStage } from './stage.ts';
import type { StageUiDeps } from './stage-ui-deps.ts';

/**
 * What the viewer sees and touches: the shell at once, React's controls once the viewer reaches for the player, or once it plays and
 * the page has time. A page that nobody touches is a facade: the poster, the button, and no task of ours.
 * @returns the viewer's clicks and keys, also those before anybody takes them
 */
export function startStageUi(deps: StageUiDeps): EarlyGestures {
  const { stage, store, controller, args, onUse, signal } = deps;
  const { root, video, bigPlay } = stage;
  const { allowFullscreen, hasControls } = args;

  // Nobody has clicked so often: it was a key (UI Events, `detail`). Before this script the markup's own has taken the click.
  let isPlayedByKey = root.dataset.playRequested === '0';
  startRootAttributes(root, store, deps.config.brand, signal);
  const gestures = watchEarlyGestures(root, signal);
  startStage({ video, bigPlay, store, controller, allowFullscreen, hasControls, onUse }, signal);
  const keys = watchEarlyKeys(args.disableKeyboard, signal);

  const onIntent = (wake: () => void) => {
    for (const name of ['pointermove', 'focusin', 'touchstart', 'keydown'] as const) {
      // Keys go to the body while nothing has the focus. Touches of the document are passive by themselves.
      document.addEventListener(name, wake, { signal, once: true });
    }
  };
  bigPlay.addEventListener('click', ({ detail }) => (isPlayedByKey = detail === 0), {
    signal,
    once: true,
  });
  new Promise<void>((resolve) => {
    onIntent(resolve);
    const look = ({ error, isPlayRequested, hasFirstFrame }: PlayerState) => {
      if (error !== null) resolve();
      // Not before its first frame: that is what one waits for.
      else if (isPlayRequested && hasFirstFrame) onceIdle(resolve);
      else return;
      stop();
    };
    const stop = store.subscribe(look);
    signal.addEventListener('abort', stop, { once: true });
  }).then(async () => {
    const { catalogue, ...react } = await loadControls(
      [args.hl, ...navigator.languages],
      onIntent,
      signal,
    );
    if (!signal.aborted) react.mountUi({ ...deps, ...react, catalogue, keys, isPlayedByKey });
  });
  return gestures;
}
