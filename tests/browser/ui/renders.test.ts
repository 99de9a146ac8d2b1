import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DrawnControls, drawControls } from './draw-controls.tsx';

const chapters = [
  { startSeconds: 0, title: 'Dawn' },
  { startSeconds: 48, title: 'Night' },
];

let controls: DrawnControls;
let observer: MutationObserver;
beforeEach(() => {
  controls = drawControls({}, { chapters });
  controls.report('playing', { currentTime: 0.1 });
  observer = new MutationObserver(() => {});
});
afterEach(() => {
  observer.disconnect();
  controls.dispose();
});

/**
 * Ten seconds of playback as the element reports them: the time four times a second, the buffer
 * twice.
 */
function playTenSeconds(): { renders: number; changed: Record<string, number> } {
  const before = controls.renderCount();
  observer.observe(controls.stage.ui, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  for (let tick = 1; tick <= 40; tick += 1) {
    const currentTime = 0.1 + tick / 4;
    const loadedTo = 10 + Math.floor(tick / 2);
    controls.report('time', { currentTime, buffered: [{ start: 0, end: loadedTo }] });
  }
  const changed: Record<string, number> = {};
  for (const { target } of observer.takeRecords()) {
    const element = target instanceof Element ? target : target.parentElement;
    const name = element?.className ?? '';
    changed[name] = (changed[name] ?? 0) + 1;
  }
  return { renders: controls.renderCount() - before, changed };
}

test('ten seconds of playback with the controls hidden render nothing and change nothing [feature-no-renders]', () => {
  controls.visibility.hide();
  expect(controls.visibility.isShown()).toBe(false);
  expect(playTenSeconds()).toEqual({ renders: 0, changed: {} });
});

test('with the controls shown ten seconds of playback render the clock ten times, and nothing else', () => {
  const { renders, changed } = playTenSeconds();
  expect(renders).toBe(10);
  expect(changed).toEqual({
    // The seek bar moves without a render.
    'seek-played': 40,
    'seek-knob': 40,
    'seek-loaded': 21,
    'time-now': 10,
    // Its value for assistive technology changes once a second.
    'seek-input': 10,
  });
});

test('controls that reappear show the changes made meanwhile', () => {
  controls.visibility.hide();
  playTenSeconds();
  controls.stage.root.dispatchEvent(new PointerEvent('pointermove'));
  return expect
    .poll(() => [
      controls.find('time_button').textContent,
      controls.find('seek_bar').getAttribute('aria-valuetext'),
    ])
    .toEqual(['0:10 / 1:04', '10 seconds of 1 minute 4 seconds']);
});
