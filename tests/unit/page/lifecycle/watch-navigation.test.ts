import { beforeEach, expect, test } from 'vitest';
import { nextNavigationState } from '../../../../src/page/lifecycle/navigation.ts';
import { watchNavigation } from '../../../../src/page/lifecycle/watch-navigation.ts';
import { createPlayerStore, type PlayerStore } from '../../../../src/player/state/player-store.ts';
import { createFakeClock, type FakeClock } from '../../fake-clock.ts';
import { makeVideo } from '../../player/make-video.ts';

let clock: FakeClock;
let store: PlayerStore;
let life: AbortController;
let reported: string[];

beforeEach(() => {
  clock = createFakeClock();
  store = createPlayerStore();
  life = new AbortController();
  reported = [];
  watchNavigation(store, (state) => reported.push(state), clock, life.signal);
});

const ask = (videoId: string) =>
  store.dispatch({
    type: 'video_requested',
    videoId,
    playlist: null,
    isCued: false,
    startSeconds: 0,
  });
function play(videoId: string): void {
  const video = makeVideo({ videoId });
  store.dispatch({ type: 'video_changed', video, isCued: false, startSeconds: 0 });
  store.dispatch({ type: 'first_frame' });
}

const navigated = ['application_navigating', 'none'];

test('the machine has two states, and returns at the arrival and at the time-out', () => {
  expect(nextNavigationState('started')).toBe('application_navigating');
  expect(nextNavigationState('arrived')).toBe('none');
  expect(nextNavigationState('timed_out')).toBe('none');
});

test('the first video of a page is no navigation', () => {
  ask('offstage001');
  play('offstage001');
  clock.advance(10_000);
  expect(reported).toEqual([]);
  expect(clock.timerCount).toBe(0);
});

test('a navigation lasts from the request of another video to its first picture [spec-4.12]', () => {
  play('offstage001');
  ask('offstage002');
  expect(reported).toEqual(['application_navigating']);
  clock.advance(1_000);
  play('offstage002');
  expect(reported).toEqual(navigated);
  expect(clock.timerCount).toBe(0);
});

test('a video that does not come ends the navigation 5 s after the newest request [spec-4.38]', () => {
  play('offstage001');
  ask('offstage002');
  clock.advance(4_999);
  ask('offstage003');
  clock.advance(4_999);
  expect(reported).toEqual(['application_navigating']);
  clock.advance(1);
  expect(reported).toEqual(navigated);
  play('offstage003');
  expect(reported).toEqual(navigated);
});

test('a list of unknown videos and its first video are one navigation', () => {
  play('offstage001');
  ask('');
  ask('offstage002');
  play('offstage002');
  expect(reported).toEqual(navigated);
});

test('a video that is cued, fails or may not autoplay has arrived too', () => {
  play('offstage001');
  const video = makeVideo({ videoId: 'offstage002' });
  store.dispatch({ type: 'video_changed', video, isCued: true, startSeconds: 0 });
  expect(reported).toEqual(navigated);
  ask('offstage003');
  store.dispatch({ type: 'failed', error: { name: 'net.retryexhausted', message: null } });
  expect(reported).toEqual([...navigated, ...navigated]);
  ask('offstage001');
  store.dispatch({ type: 'autoplay_blocked' });
  expect(reported).toEqual([...navigated, ...navigated, ...navigated]);
});

test('the video after an unplayable one is a navigation, though the stage was empty', () => {
  ask('');
  store.dispatch({ type: 'failed', error: { name: 'api.invalidparam', message: null } });
  ask('offstage002');
  expect(reported).toEqual(['application_navigating']);
});

test('the same video again is no navigation', () => {
  play('offstage001');
  ask('offstage001');
  play('offstage001');
  expect(reported).toEqual([]);
});

test('after the end nothing is reported and no timer is left', () => {
  play('offstage001');
  ask('offstage002');
  life.abort();
  clock.advance(5_000);
  ask('offstage003');
  expect(reported).toEqual(['application_navigating']);
  expect(clock.timerCount).toBe(0);
});
