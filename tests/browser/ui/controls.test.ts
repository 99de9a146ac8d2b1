import { afterEach, describe, expect, test } from 'vitest';
import { type DrawnControls, drawControls } from './draw-controls.tsx';

let controls: DrawnControls;
afterEach(() => controls.dispose());

const press = (element: HTMLElement) => element.click();

/** Fires the browser's event for a moved slider; React ignores a value that it has set itself. */
function move(slider: HTMLElement, value: number): void {
  slider.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
    slider,
    String(value),
  );
  slider.dispatchEvent(new Event('input', { bubbles: true }));
}

test('every loaded part of the video shows on the bar [feature-loaded-ranges]', () => {
  controls = drawControls();
  const buffered = [
    { start: 0, end: 16 },
    { start: 32, end: 48 },
  ];
  controls.report('playing', { buffered });
  const loaded = controls.stage.ui.querySelector<HTMLElement>('.seek-loaded');
  for (const stops of ['0% 25%', '50% 75%']) expect(loaded?.style.backgroundImage).toContain(stops);
});

test('a click on the time shows the remaining time, and another click the time again [feature-time]', async () => {
  controls = drawControls({ lengthSeconds: 64 });
  controls.report('playing', { currentTime: 4.9 });
  const time = controls.find('time_button');
  press(time);
  await expect.poll(() => time.textContent).toBe('−1:00 / 1:04');
  controls.report('time', { currentTime: 5 });
  expect(time.textContent).toBe('−0:59 / 1:04');
  press(time);
  await expect.poll(() => time.textContent).toBe('0:05 / 1:04');
  expect(controls.used).toEqual(['time_remaining', 'time_elapsed']);
});

test('the clock of a video of ten hours keeps its width', () => {
  controls = drawControls({ lengthSeconds: 36_000 });
  const time = controls.find('time_button');
  const widthAt = (currentTime: number) => {
    controls.report('time', { currentTime, duration: 36_000 });
    return time.offsetWidth;
  };
  const first = widthAt(0);
  expect(time.textContent).toBe('0:00 / 10:00:00');
  for (const seconds of [71, 3_671, 35_999]) expect(widthAt(seconds)).toBe(first);
  expect(time.textContent).toBe('9:59:59 / 10:00:00');
});

test('a video without a length has a clock and no time line', () => {
  controls = drawControls({ lengthSeconds: 0 });
  expect(controls.find('time_button').textContent).toBe('0:00');
  expect(controls.find('seek_bar')).toHaveProperty('disabled', true);
  press(controls.find('seek_bar'));
  expect(controls.used).toEqual([]);
});

test('a title of 5,000 characters with markup is text on one line [feature-odd-media]', () => {
  const title = '<b onclick="x">& so on </b>'.repeat(200).slice(0, 5_000);
  controls = drawControls({ title });
  const shown = controls.stage.ui.querySelector<HTMLElement>('.title');
  expect(shown?.textContent).toBe(title);
  expect(shown?.children).toHaveLength(0);
  expect(shown?.offsetHeight).toBeLessThan(40);
});

describe('the volume', () => {
  const volume = () => {
    const { volume: value, isMuted } = controls.store.getState();
    return { value, isMuted };
  };

  test('is restored after muting [feature-volume]', async () => {
    controls = drawControls();
    controls.controller.setVolume(35);
    press(controls.find('mute_button'));
    expect(volume()).toEqual({ value: 35, isMuted: true });
    await expect.poll(() => controls.find('mute_button').getAttribute('aria-label')).toBe('Unmute');
    press(controls.find('mute_button'));
    expect(volume()).toEqual({ value: 35, isMuted: false });
  });

  test('is restored after the slider was moved to zero [feature-volume]', async () => {
    controls = drawControls();
    controls.controller.setVolume(70);
    await expect
      .poll(() => controls.find('volume_slider').getAttribute('aria-valuetext'))
      .toBe('70%');
    move(controls.find('volume_slider'), 0);
    await expect.poll(() => controls.find('mute_button').getAttribute('aria-label')).toBe('Unmute');
    press(controls.find('mute_button'));
    expect(volume()).toEqual({ value: 70, isMuted: false });
  });
});

describe('chapters', () => {
  const chapters = [48, 0, 16, 16, 99].map((startSeconds) => ({
    startSeconds,
    title: `From ${startSeconds}`,
  }));
  const items = () =>
    [...document.querySelectorAll('[role=menuitemradio]')].map((item) => [
      item.textContent,
      item.getAttribute('aria-checked'),
    ]);

  test('are named beside the time, and listed once, in order, with the present one marked [feature-chapters]', async () => {
    controls = drawControls({}, { chapters });
    controls.report('playing', { currentTime: 20 });
    const button = controls.find('chapters_button');
    expect(button.getAttribute('aria-label')).toBe('Chapter: From 16');
    button.focus();
    press(button);
    await expect.poll(items).toEqual([
      ['From 00:00', 'false'],
      ['From 160:16', 'true'],
      ['From 480:48', 'false'],
    ]);
    expect(document.activeElement?.textContent).toBe('From 160:16');
    // The next chapter begins: the mark moves, the focus stays.
    controls.report('time', { currentTime: 50 });
    expect(items()[2]).toEqual(['From 480:48', 'true']);
    expect(document.activeElement?.textContent).toBe('From 160:16');
    press(document.activeElement as HTMLElement);
    await expect.poll(items).toEqual([]);
    expect(controls.used).toEqual(['chapter']);
    expect(document.activeElement).toBe(button);
  });

  test('are not named for a live stream, nor before a video’s first chapter', () => {
    controls = drawControls({ isLive: true }, { chapters });
    expect(() => controls.find('chapters_button')).toThrow();
    controls.dispose();
    controls = drawControls({}, { chapters: [{ startSeconds: 30, title: 'Later' }] });
    expect(() => controls.find('chapters_button')).toThrow();
  });
});

test('behind a live stream’s edge the time shows the delay [feature-live]', async () => {
  controls = drawControls({ isLive: true, lengthSeconds: 0 });
  const seekable = { start: 0, end: 100 };
  controls.report('playing', { currentTime: 95, duration: 100, seekable });
  const badge = controls.find('live_button');
  expect(badge.dataset.atEdge).toBe('true');
  expect(controls.stage.ui.querySelector('.time-behind')).toBeNull();
  controls.report('time', { currentTime: 40, duration: 100, seekable });
  expect(badge.dataset.atEdge).toBe('false');
  expect(controls.stage.ui.querySelector('.time-behind')?.textContent).toBe('−1:00');
});

test('the picture-in-picture button shows the element’s state, not the requested one [feature-picture-in-picture]', async () => {
  controls = drawControls();
  expect(() => controls.find('picture_in_picture_button')).toThrow();
  controls.report('playing', {});
  const button = controls.find('picture_in_picture_button');
  const isPressed = () => button.getAttribute('aria-pressed');
  press(button);
  expect(isPressed()).toBe('false');
  controls.stage.video.dispatchEvent(new Event('enterpictureinpicture'));
  await expect.poll(isPressed).toBe('true');
  controls.stage.video.dispatchEvent(new Event('leavepictureinpicture'));
  await expect.poll(isPressed).toBe('false');
});

test('if the page around the player is the cause, the error links to the video’s own page [feature-errors]', async () => {
  controls = drawControls();
  const fail = (name: string) =>
    controls.store.dispatch({ type: 'failed', error: { name, message: null } });
  fail('embedder.identity.denied');
  await expect
    .poll(() => controls.stage.ui.querySelector('a')?.getAttribute('href'))
    .toBe('/watch?v=offstage001');
  fail('fmt.decode');
  await expect.poll(() => controls.stage.ui.querySelector('a')).toBeNull();
  expect(controls.stage.ui.querySelector('[role=alert]')?.textContent).toContain('damaged');
});

test('the settings have a switch for loop [feature-speed-loop]', async () => {
  controls = drawControls();
  const item = () => document.querySelector<HTMLElement>('[role=menuitemcheckbox]');
  press(controls.find('settings_button'));
  await expect.poll(() => item()?.ariaChecked).toBe('false');
  press(item() as HTMLElement);
  await expect.poll(() => item()?.ariaChecked).toBe('true');
  expect(controls.store.getState().isLooping).toBe(true);
});
