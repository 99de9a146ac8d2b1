import { beforeEach, expect, test } from 'vitest';
import { parsePlayerArgs, type RawArgs } from '../../../../shared/player/player-args.ts';
import type { Preferences } from '../../../../shared/telemetry/device-report.ts';
import type { ViewerAction } from '../../../../shared/telemetry/viewer-action.ts';
import type { Controller } from '../../../../src/player/session/controller.ts';
import type { PlayerStore } from '../../../../src/player/state/player-store.ts';
import { namesInUrl, type PreferenceName } from '../../../../src/viewer/device/preference-rules.ts';
import { startPreferences } from '../../../../src/viewer/device/start-preferences.ts';
import { asHost, type Choices, watchChoices } from '../../../../src/viewer/device/watch-choices.ts';
import { english, makeVideo, spanish } from '../../player/make-video.ts';
import { startTestController } from '../../player/session/start-test-controller.ts';

let controller: Controller;
let host: Controller;
let store: PlayerStore;
let choices: Choices;
let kept: Preferences[];
let life: AbortController;

beforeEach(() => {
  ({ controller, store } = startTestController());
  choices = watchChoices(store);
  host = asHost(controller, choices);
  kept = [];
  life = new AbortController();
});

/** As the controls and keys do it: first the change, then its name. */
function viewer(action: ViewerAction, deed: () => void): void {
  deed();
  choices.add({ by: 'viewer', what: action });
}

function start({ inUrl = [] as readonly PreferenceName[], hasPlayed = false } = {}) {
  return startPreferences(
    {
      controller,
      store,
      choices,
      keep: (chosen) => kept.push(chosen),
      hasPlayed: () => hasPlayed,
      inUrl,
    },
    life.signal,
  );
}

const all: Required<Preferences> = {
  volume: 40,
  isMuted: true,
  playbackRate: 1.5,
  qualityHeight: 360,
  captionsLanguage: 'es',
  captionsFontSize: 2,
  captionStyle: { color: 'yellow', backgroundOpacity: 50 },
  audioLanguage: 'es',
};

test('a new page gets the viewer’s earlier settings, and reports no change', () => {
  start()(all);
  expect(store.getState()).toMatchObject({
    volume: 40,
    isMuted: true,
    playbackRate: 1.5,
    captionsWanted: 'es',
    captionsFontSize: 2,
    captionStyle: { color: 'yellow', backgroundOpacity: 50 },
    audioWanted: 'es',
  });
  expect(kept).toEqual([]);
});

test('a setting of the viewer is stored with its value at that time', () => {
  start();
  viewer('volume', () => controller.setVolume(30));
  viewer('toggle_mute', () => controller.mute());
  viewer('speed', () => controller.setPlaybackRate(2));
  viewer('toggle_play', () => controller.play());
  viewer('captions_size', () => controller.setCaptionsFontSize(1));
  expect(kept).toEqual([
    { volume: 30, isMuted: false },
    { volume: 30, isMuted: true },
    { playbackRate: 2 },
    { captionsFontSize: 1 },
  ]);
});

test('a setting from before the script loaded is stored too, with its value at that time', () => {
  viewer('mute', () => controller.mute());
  host.unMute();
  start();
  expect(kept).toEqual([{ isMuted: true }]);
});

test('captions that were switched off stay off on the next page', () => {
  controller.showVideo(makeVideo({}, { captionTracks: [english, spanish] }), 'cue');
  start();
  viewer('captions', () => controller.setCaptions('es'));
  viewer('toggle_captions', () => controller.setCaptions(null));
  expect(kept).toEqual([{ captionsLanguage: 'es' }, { captionsLanguage: null }]);
});

test('a setting of a host is not stored, and takes precedence whether it comes before the preferences or after', () => {
  host.setVolume(100);
  const set = start();
  host.unMute();
  host.setCaptions(null);
  set(all);
  expect(store.getState()).toMatchObject({ volume: 100, isMuted: false, captionsWanted: null });
  expect(store.getState().playbackRate).toBe(1.5);
  host.setPlaybackRate(0.5);
  expect(store.getState().playbackRate).toBe(0.5);
  expect(kept).toEqual([]);
});

test('a viewer’s new setting takes precedence over the stored one', () => {
  const set = start();
  viewer('volume_down', () => controller.setVolume(95));
  set(all);
  expect(store.getState()).toMatchObject({ volume: 95, isMuted: true });
});

test.each<[RawArgs, readonly PreferenceName[]]>([
  [{}, []],
  [{ autoplay: '1', mute: '1' }, ['isMuted']],
  [{ mute: '0' }, ['isMuted']],
  [{ cc_load_policy: '1' }, ['captionsLanguage']],
  [{ cc_lang_pref: 'de' }, ['captionsLanguage']],
  [{ cc_load_policy: '0' }, []],
])('the URL’s setting takes precedence: %j', (raw, names) => {
  expect(namesInUrl(raw, parsePlayerArgs(raw, '/embed/x'))).toEqual(names);
});

test('a player with sound does not change abruptly: sound and speed stay, captions are set', () => {
  start({ hasPlayed: true })(all);
  expect(store.getState()).toMatchObject({
    volume: 100,
    isMuted: false,
    playbackRate: 1,
    captionsWanted: 'es',
  });
});

test('a live stream plays at normal speed', () => {
  controller.showVideo(makeVideo({ isLive: true }), 'cue');
  start()({ playbackRate: 2 });
  expect(store.getState().playbackRate).toBe(1);
});

const levels = [
  { id: 'low', height: 240, bitrate: 1 },
  { id: 'high', height: 720, bitrate: 3 },
];
const comesWith = (qualities = levels) => store.dispatch({ type: 'qualities', levels: qualities });

/** A video on stage whose qualities are not known yet. */
function show(videoId = 'offstage001'): void {
  controller.showVideo(
    makeVideo(
      { videoId },
      { sources: [{ packaging: 'progressive', url: '/v.mp4', mimeType: 'video/mp4' }] },
    ),
    'cue',
  );
}

test('the preferred quality is selected for each video by its height, or the next smaller one', () => {
  show();
  start()({ qualityHeight: 480 });
  comesWith();
  expect(store.getState().fixedQualityId).toBe('low');
  show('offstage002');
  comesWith([{ id: '7', height: 480, bitrate: 2 }]);
  expect(store.getState().fixedQualityId).toBe('7');
  expect(kept).toEqual([]);
});

test('a quality that the viewer selects applies to later videos, and so does automatic', () => {
  show();
  start();
  comesWith();
  viewer('quality', () => controller.setQuality('high'));
  show('offstage002');
  comesWith();
  expect(store.getState().fixedQualityId).toBe('high');
  viewer('quality', () => controller.setQuality(null));
  show('offstage003');
  comesWith();
  expect(store.getState().fixedQualityId).toBeNull();
  expect(kept).toEqual([{ qualityHeight: 720 }, { qualityHeight: null }]);
});

test('after a host has set or reset a quality the preference is not applied', () => {
  show();
  start()({ qualityHeight: 240 });
  host.setQuality(null);
  comesWith();
  expect(store.getState().fixedQualityId).toBeNull();
});

test('each setter of the controller counts as a host’s choice, except for the listed temporary ones', () => {
  const taken: unknown[] = [];
  choices.subscribe(({ by, what }) => taken.push([by, what]));
  const names = Object.keys(controller) as (keyof Controller)[];
  const setters = names.filter((name) => /^set[A-Z]|mute$/i.test(name));
  for (const name of names) Reflect.get(host, name);
  const passing = ['setCurrentTime', 'setLoop', 'setShuffle'];
  const counted = setters.filter((name) => !passing.includes(name));
  expect(counted.length).toBe(setters.length - passing.length);
  expect(taken).toEqual(counted.map((name) => ['host', name]));
});

test('a caption style that a host sets takes precedence over the stored one', () => {
  const set = start();
  host.setCaptionStyle({ color: 'red' });
  set(all);
  expect(store.getState().captionStyle).toEqual({ color: 'red' });
});

test('a host’s setting is recognized after any number of other commands', () => {
  for (let count = 0; count < 1_000; count += 1) host.pause();
  host.setVolume(100);
  start()({ volume: 40 });
  expect(store.getState().volume).toBe(100);
});
