import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTouch } from '../../../src/ui/touch/start-touch.ts';
import { type DrawnControls, drawControls } from './draw-controls.tsx';

let controls: DrawnControls;
let seeks: number[];
const life = new AbortController();

beforeEach(() => {
  controls = drawControls();
  seeks = [];
  const { root, video } = controls.stage;
  const { store, visibility, used } = controls;
  const controller = {
    ...controls.controller,
    seekTo: (seconds: number) => void seeks.push(seconds),
  };
  startTouch(
    { root, video, store, visibility, controller, onUse: (action) => used.push(action) },
    life.signal,
  );
  controls.report('playing', { currentTime: 30 });
  store.dispatch({ type: 'first_frame' });
});
afterEach(() => controls.dispose());

/**
 * @param share share of the picture's width
 * @param timeMs on the events' clock, not this machine's
 */
function tap(share: number, timeMs = 0): void {
  const { video, root } = controls.stage;
  const { left, width } = root.getBoundingClientRect();
  const init = { bubbles: true, pointerType: 'touch', clientX: left + share * width };
  for (const type of ['pointerdown', 'pointerup', 'pointerleave', 'click']) {
    const event = new PointerEvent(type, init);
    Object.defineProperty(event, 'timeStamp', { value: timeMs });
    video.dispatchEvent(event);
  }
}

test('a tap shows the controls, and another hides them', async () => {
  controls.visibility.hide();
  tap(0.5);
  expect(controls.visibility.isShown()).toBe(true);
  tap(0.5, 5_000);
  await expect.poll(() => controls.visibility.isShown()).toBe(false);
});

test('two taps at a side seek ten seconds back or forward, and show this', () => {
  tap(0.9);
  expect(seeks).toEqual([]);
  tap(0.9);
  expect(seeks).toEqual([40]);
  const mark = () => controls.stage.root.querySelector<HTMLElement>('.seek-mark');
  expect(mark()?.textContent).toBe('+10 s');
  tap(0.1);
  tap(0.1);
  expect(seeks).toEqual([40, 20]);
  expect(mark()?.textContent).toBe('−10 s');
  expect(mark()?.dataset.side).toBe('left');
  expect(controls.used).toEqual(['seek_forward', 'seek_back']);
  expect(controls.stage.root.querySelectorAll('.seek-mark')).toHaveLength(1);
});

test('two taps in the middle do not seek, and two taps are not a double click', () => {
  let doubleClicks = 0;
  controls.stage.video.addEventListener('dblclick', () => {
    doubleClicks += 1;
  });
  tap(0.5);
  tap(0.5);
  controls.stage.video.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  expect(seeks).toEqual([]);
  expect(doubleClicks).toBe(0);
});

test('a film in full screen turns the screen to the film’s orientation [feature-full-screen]', () => {
  const { video } = controls.stage;
  const asked: string[] = [];
  const lock = (orientation: string) => {
    asked.push(orientation);
    return Promise.reject(new DOMException('Not on a desk.', 'NotSupportedError'));
  };
  Object.defineProperty(screen.orientation, 'lock', { value: lock, configurable: true });
  const fill = (width: number, height: number) => {
    Object.defineProperties(video, {
      videoWidth: { value: width, configurable: true },
      videoHeight: { value: height, configurable: true },
    });
    controls.store.dispatch({ type: 'changed', changes: { isFullscreen: true } });
    controls.store.dispatch({ type: 'changed', changes: { isFullscreen: false } });
  };
  fill(0, 0);
  fill(1280, 720);
  fill(720, 1280);
  expect(asked).toEqual(['landscape', 'portrait']);
});
