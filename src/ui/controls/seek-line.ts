import type { PlayerState } from '../../player/state/player-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import { seekValueText } from './seek-value-text.ts';
import { loadedPicture, seekWindow, shareOf } from './seek-window.ts';

/**
 * The moving parts of the seek bar: the played part, the knob, the loaded parts, the slider's
 * value.
 */
export interface SeekLine {
  /** A `ref` callback; keeps the bar up to date until it is removed. */
  attach: (bar: HTMLElement | null) => (() => void) | undefined;
  /** Shows the position that the viewer drags to, in seconds; `null`: the video's time again. */
  drag(seconds: number | null): void;
}

/**
 * Writes to the bar's elements directly: rendering for each of the four updates a second would cost
 * twenty times more. Writes nothing while the controls are hidden.
 * @param subscribe notifies of changes while the controls are shown
 */
export function createSeekLine(
  store: PlayerStore,
  subscribe: (listener: () => void) => () => void,
): SeekLine {
  let dragTime: number | null = null;
  let paint = () => {};

  function attach(bar: HTMLElement | null): (() => void) | undefined {
    if (bar === null) return undefined;
    const parts = findParts(bar);
    let painted: PlayerState | null = null;
    let text = '';
    paint = () => {
      const state = store.getState();
      const shown = seekWindow(state);
      const time = dragTime ?? state.currentTime;
      const percent = `${shareOf(shown, time) * 100}%`;
      parts.played.style.transform = `translateX(calc(${percent} - 100%))`;
      parts.knob.style.transform = `translateX(${percent})`;
      if (
        state.buffered !== painted?.buffered ||
        state.isLive ||
        state.duration !== painted.duration
      )
        parts.loaded.style.backgroundImage = loadedPicture(state.buffered, shown);
      painted = state;
      const nextText = seekValueText({ ...state, currentTime: time });
      // The slider itself is invisible. One update a second is enough for screen readers.
      if (nextText === text && dragTime === null) return;
      text = nextText;
      const { input } = parts;
      if (Number(input.min) !== shown.start) input.min = String(shown.start);
      if (Number(input.max) !== shown.end) input.max = String(shown.end);
      if (dragTime === null) input.value = String(time);
      input.ariaValueText = text;
    };
    paint();
    const stop = subscribe(paint);
    return () => {
      stop();
      paint = () => {};
    };
  }

  return {
    attach,
    drag(seconds) {
      dragTime = seconds;
      paint();
    },
  };
}

function findParts(bar: HTMLElement) {
  const find = (name: string) => bar.getElementsByClassName(name)[0] as HTMLElement;
  return {
    played: find('seek-played'),
    loaded: find('seek-loaded'),
    knob: find('seek-knob'),
    input: find('seek-input') as HTMLInputElement,
  };
}
