import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type DrawnControls, drawControls } from './draw-controls.tsx';

let controls: DrawnControls;
afterEach(() => controls.dispose());

for (const name of ['play_button', 'share_button']) {
  test(`the controls of a playing video stay while the pointer rests on the ${name}`, async () => {
    controls = drawControls();
    controls.report('playing', { currentTime: 1 });
    await userEvent.hover(controls.find(name));
    controls.visibility.hide();
    expect(controls.visibility.isShown()).toBe(true);
    await userEvent.hover(controls.stage.video);
    controls.visibility.hide();
    expect(controls.visibility.isShown()).toBe(false);
  });

  test(`the controls of a playing video stay while the ${name} has the keyboard focus`, async () => {
    controls = drawControls();
    controls.report('playing', { currentTime: 1 });
    const control = controls.find(name);
    for (let presses = 0; document.activeElement !== control && presses < 30; presses += 1)
      await userEvent.tab();
    expect(document.activeElement).toBe(control);
    controls.visibility.hide();
    expect(controls.visibility.isShown()).toBe(true);
    control.blur();
    controls.visibility.hide();
    expect(controls.visibility.isShown()).toBe(false);
  });
}
