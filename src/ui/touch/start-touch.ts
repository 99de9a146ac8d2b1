import type { ViewerAction } from '../../../shared/telemetry/viewer-action.ts';
import type { ControlsVisibility } from '../../parts/controls-visibility.ts';
import type { Controller } from '../../player/session/controller.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import { loadPanelsStyle } from '../controls/panels/panel-loaders.ts';
import { lockOrientation } from './lock-orientation.ts';
import { showSeekMark } from './seek-mark.ts';
import { nextTap, type Tap } from './tap.ts';

export interface TouchDeps {
  root: HTMLElement;
  video: HTMLVideoElement;
  store: PlayerStore;
  controller: Controller;
  visibility: ControlsVisibility;
  onUse: (action: ViewerAction) => void;
}

/**
 * Handles touches of the picture: a tap shows or hides the controls; from the second tap on the
 * same side, each seeks back or forward. For touch screens only.
 */
export function startTouch(deps: TouchDeps, signal: AbortSignal): void {
  const { root, video, store, controller, visibility, onUse } = deps;
  let tap: Tap | null = null;
  let wasShown = true;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  root.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      // After a touch, `:hover` stays where the finger was, although nothing rests there.
      root.toggleAttribute('data-touch', pointerType === 'touch');
      wasShown = visibility.isShown();
    },
    { signal, capture: true, passive: true },
  );
  video.addEventListener(
    'click',
    (event) => {
      if (!isTouch(event)) return;
      const { left, width } = root.getBoundingClientRect();
      tap = nextTap(tap, { timeMs: event.timeStamp, share: (event.clientX - left) / width });
      clearTimeout(hiding);
      const { seekBySec, count } = tap;
      if (count > 1 && seekBySec !== 0 && store.getState().hasFirstFrame) {
        controller.seekTo(Math.max(0, store.getState().currentTime + seekBySec));
        onUse(seekBySec < 0 ? 'seek_back' : 'seek_forward');
        showSeekMark(root, seekBySec * (count - 1));
      } else if (wasShown) hiding = setTimeout(visibility.hide, tap.waitMs);
    },
    { signal },
  );
  // Two taps are not a double click, which toggles full screen.
  root.addEventListener(
    'dblclick',
    (event) => root.hasAttribute('data-touch') && event.stopPropagation(),
    {
      signal,
      capture: true,
    },
  );
  // Style of the seek mark; without it, the mark is plain text in a corner.
  void loadPanelsStyle().catch(() => undefined);
  lockOrientation(video, store, signal);
  signal.addEventListener('abort', () => clearTimeout(hiding), { once: true });
}

function isTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch';
}
