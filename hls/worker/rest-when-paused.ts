import { mediaWorkerLimits } from '../../shared/limits/media-worker-limits.ts';
import type { RestingIntervals } from './resting-intervals.ts';
import type { WorkerMediaElement } from './worker-media-element.ts';

/** `HTMLMediaElement.HAVE_CURRENT_DATA`; workers lack the constant. */
const haveCurrentData = 2;

export interface RestDeps {
  intervals: Pick<RestingIntervals, 'rest' | 'wake'>;
  media: Pick<WorkerMediaElement, 'paused' | 'seeking' | 'readyState' | 'buffered'>;
  /** @returns a function that cancels the timer */
  setTimer: (callback: () => void, ms: number) => () => void;
}

/**
 * Stops hls.js's intervals while a video is paused and fully buffered, so that the thread sleeps.
 * hls.js polls about thirty times a second whether to fetch something. Any message from the page
 * wakes the intervals.
 *
 * A video without a picture never rests. Its page sends nothing before the first segment is
 * appended, and hls.js needs its intervals to append it: sound that arrives before a slow picture
 * waits for the next one.
 * @returns a function to call after every message from the page
 */
export function restWhenPaused({ intervals, media, setTimer }: RestDeps): () => void {
  let cancel = () => {};

  const isAtRest = () => media.paused && !media.seeking && media.readyState >= haveCurrentData;

  function bufferedTo(): number {
    const { buffered } = media;
    return buffered.length === 0 ? 0 : buffered.end(buffered.length - 1);
  }

  function checkLater(): void {
    const before = bufferedTo();
    cancel = setTimer(() => {
      if (!isAtRest()) return;
      if (bufferedTo() === before) intervals.rest();
      else checkLater();
    }, mediaWorkerLimits.restAfterMs);
  }

  return () => {
    cancel();
    intervals.wake();
    if (isAtRest()) checkLater();
  };
}
