import { expect, test } from 'vitest';
import type { CaptionTrackInfo } from '../../../../shared/player/player-response.ts';
import { showCaptions } from '../../../../src/player/captions/show-captions.ts';
import { english, makeVideo, spanish } from '../make-video.ts';
import { startTestController } from '../session/start-test-controller.ts';

function start() {
  const { controller, store } = startTestController();
  const bring = (...captionTracks: CaptionTrackInfo[]) =>
    controller.showVideo(makeVideo({}, { captionTracks }), 'cue');
  return {
    controller,
    bring,
    beAsked: () => showCaptions(store, controller, () => ['es'], new AbortController().signal),
    shown: () => store.getState().captionsLanguage,
  };
}

test('captions requested by the URL show with the video, and with the next that has some', () => {
  const { bring, beAsked, shown } = start();
  beAsked();
  bring(english, spanish);
  expect(shown()).toBe('es');
  bring();
  expect(shown()).toBeNull();
  bring(english);
  expect(shown()).toBe('en');
});

test('captions that already show are unchanged', () => {
  const { controller, bring, beAsked, shown } = start();
  bring(english, spanish);
  controller.setCaptions('en');
  beAsked();
  expect(shown()).toBe('en');
});

test('captions that were switched off before their script loaded stay off', () => {
  const { controller, bring, beAsked, shown } = start();
  bring(english, spanish);
  controller.setCaptions(null);
  beAsked();
  expect(shown()).toBeNull();
});
