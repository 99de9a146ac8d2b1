import type { RestingIntervals } from './resting-intervals.ts';

export interface RestDeps {
  intervals: Pick<RestingIntervals, 'rest' | 'wake'>;
  /** The element is paused, and not on its way to another place. */
  isPaused: () => boolean;
  /** How far the media is there, in seconds. */
  bufferedTo: () => number;
  /** @returns how to stop */
  setTimer: (callback: () => void, ms: number) => () => void;
}

/** How long nothing may have happened and no media come before a paused video rests. */
export const restAfterMs = 5_000;

/**
 * hls.js looks some thirty times a second whether there is something to fetch, also while a video is paused and all that is wanted is
 * there. Then its intervals rest, so that the thread sleeps, until the page says anything at all.
 * @returns to be called whenever the page has said something
 */
export function restWhenPaused({ intervals, isPaused, bufferedTo, setTimer }: RestDeps): () => void {
  let cancel = () => {};

  function lookLater(): void {
    const before = bufferedTo();
    cancel = setTimer(() => {
      if (!isPaused()) return;
      if (bufferedTo() === before) intervals.rest();
      else lookLater();
    }, restAfterMs);
  }

  return () => {
    cancel();
    intervals.wake();
    if (isPaused()) lookLater();
  };
}
