import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import { startExclusiveSound } from '../../../../src/player/while-playing/exclusive-sound.ts';
import { makeReading, makeVideo } from '../make-video.ts';

let nowMs: number;
let page: EventTarget[];

beforeEach(() => {
  nowMs = 1_000;
  page = [];
});

/** A player of the page, which reaches the other ones. */
function openPlayer({ isExclusive = true, askedAtMs = 0 } = {}) {
  const store = createPlayerStore();
  const here = new EventTarget();
  const life = new AbortController();
  const media = makeReading();
  let takenCount = 0;
  onTestFinished(() => life.abort());
  page.push(here);
  store.dispatch({ type: 'video_changed', video: makeVideo(), isCued: true, startSeconds: 0 });
  if (askedAtMs > 0) store.dispatch({ type: 'starting' });
  if (isExclusive)
    startExclusiveSound(
      {
        store,
        controller: { pause: () => store.dispatch({ type: 'paused', media }) },
        askedAtMs,
        nowMs: () => nowMs,
        here,
        others: () => page.filter((window) => window !== here),
        onTaken: () => {
          takenCount += 1;
        },
      },
      life.signal,
    );
  return {
    ask() {
      nowMs += 1;
      store.dispatch({ type: 'starting' });
    },
    begin: () => store.dispatch({ type: 'playing', media }),
    play() {
      this.ask();
      this.begin();
    },
    wait: () => store.dispatch({ type: 'waiting', media }),
    sound: (volume: number, isMuted = false) => store.dispatch({ type: 'volume', volume, isMuted }),
    isPlaying: () => store.getState().isPlayRequested,
    close: () => life.abort(),
    takenCount: () => takenCount,
    here,
  };
}

test('a player that starts with sound pauses the one that played before', () => {
  const [first, second, third] = [openPlayer(), openPlayer(), openPlayer()];
  first.play();
  second.play();
  expect([first.isPlaying(), second.isPlaying()]).toEqual([false, true]);
  expect(first.takenCount()).toBe(1);
  first.play();
  expect([first.isPlaying(), second.isPlaying(), third.isPlaying()]).toEqual([true, false, false]);
});

test('a muted player neither pauses others nor is paused, until it is unmuted', () => {
  const [received, muted, silent] = [openPlayer(), openPlayer(), openPlayer()];
  muted.sound(100, true);
  silent.sound(0);
  received.play();
  muted.play();
  silent.play();
  expect([received, muted, silent].map((player) => player.isPlaying())).toEqual([true, true, true]);
  nowMs += 1;
  muted.sound(100);
  expect([received, muted, silent].map((player) => player.isPlaying())).toEqual([
    false,
    true,
    true,
  ]);
});

test('the player started last keeps playing, whichever gets its media first', () => {
  const [first, second] = [openPlayer(), openPlayer()];
  first.ask();
  second.ask();
  second.begin();
  expect(first.isPlaying()).toBe(false);

  second.ask();
  first.ask();
  second.wait();
  first.begin();
  expect([first.isPlaying(), second.isPlaying()]).toEqual([true, false]);
});

test('a player started earlier whose script loads later pauses for the one that plays', () => {
  const late = openPlayer();
  late.play();
  const early = openPlayer({ askedAtMs: 1 });
  early.begin();
  expect([early.isPlaying(), late.isPlaying()]).toEqual([false, true]);
});

test('a player that continues after a stall takes over again, and muted ones play on', () => {
  const [player, other] = [openPlayer(), openPlayer({ isExclusive: false })];
  player.play();
  let receivedCount = 0;
  other.here.addEventListener('offstage:sound', () => {
    receivedCount += 1;
  });
  player.wait();
  other.play();
  player.begin();
  expect(receivedCount).toBe(1);
  expect(other.isPlaying()).toBe(true);
});

test('malformed messages pause no player, and a removed one receives nothing', () => {
  const [player, other] = [openPlayer(), openPlayer()];
  player.play();
  for (const detail of [null, 'now', {}, Number.NaN])
    player.here.dispatchEvent(new CustomEvent('offstage:sound', { detail }));
  player.here.dispatchEvent(new Event('offstage:sound'));
  expect(player.isPlaying()).toBe(true);
  player.close();
  other.play();
  expect(player.isPlaying()).toBe(true);
});
