import { describe, expect, test } from 'vitest';
import { restWhenPaused } from '../../../../hls/worker/rest-when-paused.ts';
import { createRestingIntervals } from '../../../../hls/worker/resting-intervals.ts';
import { makeRanges } from '../../../../hls/worker/time-ranges.ts';
import { mediaWorkerLimits } from '../../../../shared/limits/media-worker-limits.ts';

function makeNative() {
  const live = new Map<number, () => void>();
  let lastId = 100;
  return {
    tick: () => {
      for (const callback of [...live.values()]) callback();
    },
    native: {
      setInterval(callback: () => void) {
        lastId += 1;
        live.set(lastId, callback);
        return lastId;
      },
      clearInterval: (id: number) => void live.delete(id),
    },
  };
}

describe('intervals', () => {
  test('fire unless they rest, and at once when they wake', () => {
    const { tick, native } = makeNative();
    const intervals = createRestingIntervals(native);
    const fired: string[] = [];
    intervals.setInterval(() => fired.push('a'), 100);
    tick();
    intervals.rest();
    tick();
    expect(fired).toEqual(['a']);
    intervals.wake();
    expect(fired).toEqual(['a', 'a']);
    intervals.wake();
    tick();
    expect(fired).toEqual(['a', 'a', 'a']);
  });

  test('that are set or cleared during a rest change when it ends', () => {
    const { tick, native } = makeNative();
    const intervals = createRestingIntervals(native);
    const fired: string[] = [];
    const first = intervals.setInterval(() => fired.push('first'), 100);
    intervals.rest();
    intervals.clearInterval(first);
    const second = intervals.setInterval(() => fired.push('second'), 100);
    tick();
    expect(fired).toEqual([]);
    intervals.wake();
    intervals.clearInterval(second);
    intervals.clearInterval();
    tick();
    expect(fired).toEqual(['second']);
  });
});

describe('a paused video', () => {
  function makeRest() {
    const media = { paused: false, seeking: false, readyState: 4, buffered: makeRanges([[0, 10]]) };
    const shown: string[] = [];
    let due: (() => void) | null = null;
    const receive = restWhenPaused({
      intervals: { rest: () => shown.push('rest'), wake: () => shown.push('wake') },
      media,
      setTimer(callback, ms) {
        expect(ms).toBe(mediaWorkerLimits.restAfterMs);
        due = callback;
        return () => (due = null);
      },
    });
    const pass = () => {
      const callback = due;
      due = null;
      callback?.();
    };
    return { media, shown, receive, pass, isWaiting: () => due !== null };
  }

  test('rests once no more data arrives, and not before', () => {
    const { media, shown, receive, pass, isWaiting } = makeRest();
    media.paused = true;
    receive();
    media.buffered = makeRanges([[0, 20]]);
    pass();
    expect(shown).toEqual(['wake']);
    pass();
    expect(shown).toEqual(['wake', 'rest']);
    expect(isWaiting()).toBe(false);
  });

  test('does not rest before it has a picture, however long its first segment takes', () => {
    const { media, shown, receive, pass } = makeRest();
    Object.assign(media, { paused: true, readyState: 0, buffered: makeRanges([]) });
    receive();
    pass();
    // The metadata is there, the picture is not.
    media.readyState = 1;
    receive();
    pass();
    expect(shown).toEqual(['wake', 'wake']);
    media.readyState = 2;
    receive();
    pass();
    expect(shown).toEqual(['wake', 'wake', 'wake', 'rest']);
  });

  test('does not rest during a seek', () => {
    const { media, shown, receive, pass } = makeRest();
    Object.assign(media, { paused: true, seeking: true });
    receive();
    pass();
    expect(shown).toEqual(['wake']);
  });

  test('wakes with the page’s next message, and rests again if it is still paused', () => {
    const { media, shown, receive, pass } = makeRest();
    media.paused = true;
    receive();
    pass();
    receive();
    pass();
    expect(shown).toEqual(['wake', 'rest', 'wake', 'rest']);
    media.paused = false;
    receive();
    pass();
    expect(shown).toEqual(['wake', 'rest', 'wake', 'rest', 'wake']);
  });

  test('that plays at the check does not rest', () => {
    const { media, shown, receive, pass } = makeRest();
    media.paused = true;
    receive();
    media.paused = false;
    pass();
    expect(shown).toEqual(['wake']);
  });
});
