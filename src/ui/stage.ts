import type { ViewerAction } from '../../shared/viewer-action.ts';
import type { Controller } from '../player/controller.ts';
import type { PlayerStore } from '../player/player-store.ts';
import { togglePlay } from './toggle-play.ts';

interface StageDeps {
  video: HTMLVideoElement;
  bigPlay: HTMLButtonElement;
  store: PlayerStore;
  controller: Controller;
  allowFullscreen: boolean;
  /** A finger can bring a bar with a play button. */
  hasControls: boolean;
  onUse: (action: ViewerAction) => void;
}

/** Clicks on the picture and on the play button of the shell: there before React is, and within the viewer's own click. */
export function startStage(deps: StageDeps, signal: AbortSignal): void {
  const { video, bigPlay, store, controller } = deps;
  bigPlay.addEventListener(
    'click',
    () => {
      controller.play();
      deps.onUse('play');
    },
    { signal },
  );
  // A viewer who reaches for the player will probably play: fetch the engine while the finger comes down.
  for (const name of ['pointerenter', 'focus'] as const) {
    bigPlay.addEventListener(name, () => controller.prepare(), { signal, once: true });
  }
  video.addEventListener(
    'click',
    (event) => {
      // A tap brings the controls and sends them away, unless the large button shows: then it plays wherever it lands.
      const isTap = event instanceof PointerEvent && event.pointerType === 'touch';
      if (isTap && deps.hasControls && !bigPlay.offsetWidth) return;
      togglePlay(controller, store);
      deps.onUse('toggle_play');
    },
    { signal },
  );
  if (deps.allowFullscreen)
    video.addEventListener('dblclick', () => controller.toggleFullscreen(), { signal });
}
