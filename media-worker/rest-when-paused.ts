import type { MediaMirror } from './media-mirror.ts';
import type { RestingIntervals } from './resting-intervals.ts';

/** `HTMLMediaElement.HAVE_CURRENT_DATA`, which workers do not have. */
const haveCurrentData = 2;

export interface RestDeps {
  intervals: Pick<RestingIntervals, 'rest' | 'wake'>;
  media: Pick<MediaMirror, 'paused' | 'seeking' | 'readyState' | 'buffered'>;
  /** @returns how to stop */
  setTimer: (callback: () => void, ms: number) => () => void;
}

/** How long nothing may have happened and no media come before a paused video rests. */
export const restAfterMs = 5_000;

/**
 * hls.js looks some thirty times a second whether there is something to fetch, also while a video is paused and all that is wanted is
 * there. Then its intervals rest, so that the thread sleeps, until the page says anything at all.
 *
 * A video without a picture never rests. Its page has nothing to say before the first segment is appended, and hls.js appends it
 * with the help of its intervals: sound that arrives before a slow picture waits for the next one.
 * @returns to be called whenever the page has said something
 */
export function restWhenPaused({ intervals, media, setTimer }: RestDeps): () => void {
  let cancel = () => {};

  const isAtRest = () => media.paused && !media.seeking && media.readyState >= haveCurrentData;

  function bufferedTo(): number {
    const { buffered } = media;
    return buffered.length === 0 ? 0 : buffered.end(buffered.length - 1);
  }

  function lookLater(): void {
    const before = bufferedTo();
    cancel = setTimer(() => {
      if (!isAtRest()) return;
      if (bufferedTo() === before) intervals.rest();
      else lookLater();
    }, restAfterMs);
  }

  return () => {
    cancel();
    intervals.wake();
    if (isAtRest()) lookLater();
  };
}
