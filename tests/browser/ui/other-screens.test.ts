import { afterEach, expect, test } from 'vitest';
import { makeVideo } from '../../unit/player/make-video.ts';
import { type DrawnControls, drawControls } from './draw-controls.tsx';

let controls: DrawnControls;
afterEach(() => controls.dispose());

test('another screen is offered while Safari reports one [feature-other-screens]', async () => {
  controls = drawControls({}, {}, (video) =>
    Object.assign(video, {
      webkitShowPlaybackTargetPicker() {},
      webkitCurrentPlaybackTargetIsWireless: true,
    }),
  );
  const { video, ui } = controls.stage;
  const button = () => ui.querySelector('[data-visual-element=remote_playback_button]');
  const send = (availability: string) =>
    video.dispatchEvent(
      Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), { availability }),
    );
  // Screens are looked for only once something plays.
  send('available');
  expect(button()).toBeNull();
  controls.report('playing', {});
  const pressedOnceLooked = () => {
    // Its script loads when something plays.
    video.dispatchEvent(new Event('playing'));
    send('available');
    return button()?.getAttribute('aria-pressed');
  };
  await expect.poll(pressedOnceLooked).toBe('false');
  video.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'));
  await expect.poll(() => button()?.getAttribute('aria-pressed')).toBe('true');
});

test('other screens are looked for once, however many videos follow', async () => {
  let lookCount = 0;
  controls = drawControls({}, {}, (video) => {
    const add = video.addEventListener.bind(video) as EventTarget['addEventListener'];
    Object.assign(video, {
      webkitShowPlaybackTargetPicker() {},
      addEventListener(...args: Parameters<EventTarget['addEventListener']>) {
        if (args[0] === 'webkitplaybacktargetavailabilitychanged') lookCount += 1;
        add(...args);
      },
    });
  });
  const { store, stage } = controls;
  const button = () => stage.ui.querySelector('[data-visual-element=remote_playback_button]');
  for (let turn = 0; turn < 3; turn += 1) {
    store.dispatch({ type: 'video_changed', video: makeVideo(), isCued: false, startSeconds: 0 });
    await expect.poll(button).toBeNull();
    controls.report('playing', {});
    await expect
      .poll(() => {
        stage.video.dispatchEvent(new Event('playing'));
        const availability = 'available';
        stage.video.dispatchEvent(
          Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), { availability }),
        );
        return button();
      })
      .not.toBeNull();
  }
  expect(lookCount).toBe(1);
});
