import type { Controller } from '../player/controller.ts';
import type { PlayerState } from '../player/player-state.ts';
import { preferredCaptions } from '../player/preferred-captions.ts';

interface KeyboardDeps {
  controller: Controller;
  getState: () => PlayerState;
  onUse: (action: string) => void;
}

type Action = (deps: KeyboardDeps) => void;

const smallStepSec = 5;
const largeStepSec = 10;
const volumeStep = 5;

const seekBy =
  (seconds: number): Action =>
  ({ controller, getState }) =>
    controller.seekTo(Math.max(0, getState().currentTime + seconds));

const changeVolumeBy =
  (step: number): Action =>
  ({ controller, getState }) => {
    controller.setVolume(getState().volume + step);
    if (step > 0) controller.unMute();
  };

/** YouTube's keys. */
const actions: Record<string, { name: string; run: Action }> = {
  ' ': { name: 'toggle_play', run: togglePlay },
  k: { name: 'toggle_play', run: togglePlay },
  j: { name: 'seek_back', run: seekBy(-largeStepSec) },
  l: { name: 'seek_forward', run: seekBy(largeStepSec) },
  ArrowLeft: { name: 'seek_back', run: seekBy(-smallStepSec) },
  ArrowRight: { name: 'seek_forward', run: seekBy(smallStepSec) },
  ArrowUp: { name: 'volume_up', run: changeVolumeBy(volumeStep) },
  ArrowDown: { name: 'volume_down', run: changeVolumeBy(-volumeStep) },
  m: { name: 'toggle_mute', run: toggleMute },
  f: { name: 'toggle_fullscreen', run: ({ controller }) => controller.toggleFullscreen() },
  c: { name: 'toggle_captions', run: toggleCaptions },
  Home: { name: 'seek_start', run: ({ controller }) => controller.seekTo(0) },
  End: { name: 'seek_end', run: ({ controller, getState }) => controller.seekTo(getState().duration) },
};

export function startKeyboard(root: HTMLElement, deps: KeyboardDeps, signal: AbortSignal): void {
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : root;
      // A focused button keeps its own space key, a menu its arrows, a text field everything.
      if (target.closest('[role=menu], input:not([type=range]), textarea')) return;
      if (event.key === ' ' && target.closest('button')) return;
      const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (action === undefined) return;
      event.preventDefault();
      action.run(deps);
      deps.onUse(action.name);
    },
    { signal },
  );
}

export function togglePlay({ controller, getState }: Pick<KeyboardDeps, 'controller' | 'getState'>): void {
  if (getState().isPlayRequested) controller.pause();
  else controller.play();
}

function toggleMute({ controller, getState }: KeyboardDeps): void {
  if (getState().isMuted) controller.unMute();
  else controller.mute();
}

/** Off, or on in the language that suits the viewer best. */
export function toggleCaptions({
  controller,
  getState,
}: Pick<KeyboardDeps, 'controller' | 'getState'>): void {
  const { captionsLanguage, captionTracks } = getState();
  const wanted = [document.documentElement.lang, ...navigator.languages];
  controller.setCaptions(captionsLanguage === null ? preferredCaptions(captionTracks, wanted) : null);
}
