import type { ViewerAction } from '../../../shared/telemetry/viewer-action.ts';
import type { Controller } from '../../player/session/controller.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import { togglePlay } from './toggle-play.ts';

interface StageDeps {
  video: HTMLVideoElement;
  bigPlay: HTMLButtonElement;
  store: PlayerStore;
  controller: Controller;
  allowFullscreen: boolean;
  /** A tap can show a bar that has a play button. */
  hasControls: boolean;
  onUse: (action: ViewerAction) => void;
}

/**
 * Handles clicks on the picture and on the shell's play button. Works before React has loaded, and
 * acts within the viewer's own click.
 */
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
  // A viewer who reaches for the button will probably play: fetch the engine in advance, unless a
  // host limits media.
  for (const name of ['pointerenter', 'focus'] as const) {
    bigPlay.addEventListener(
      name,
      () => store.getState().aheadSec === null && controller.prepare(),
      { signal, once: true },
    );
  }
  video.addEventListener(
    'click',
    (event) => {
      // A tap shows or hides the controls. While the large button shows, a tap anywhere plays.
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
