import { afterEach, expect, test } from 'vitest';
import { type DrawnControls, drawControls } from './draw-controls.tsx';

let controls: DrawnControls;
const style = document.createElement('style');

afterEach(() => {
  controls.dispose();
  style.remove();
  delete document.documentElement.dataset.theme;
});

/** The colour of icons and texts in the bar. */
function ink(theme: string): string {
  document.documentElement.dataset.theme = theme;
  return getComputedStyle(controls.find('mute_button')).color;
}

test('each theme has its own colours, and a style that sets a token restyles the controls [feature-themes]', () => {
  controls = drawControls();
  const dark = ink('dark');
  expect(ink('light')).not.toBe(dark);
  style.textContent =
    ':root { --text: rgb(1, 2, 3); } :root[data-theme="light"] { --text: rgb(4, 5, 6); }';
  document.head.append(style);
  expect([ink('dark'), ink('light')]).toEqual(['rgb(1, 2, 3)', 'rgb(4, 5, 6)']);
});
