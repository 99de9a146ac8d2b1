import { rangeEnd } from '../../shared/range-end.ts';
import type { PlayerStore } from '../player/player-store.ts';

/**
 * While nobody follows the time, nobody listens to it: to hear it four times a second would be most of what a playing video costs
 * the main thread whose controls are hidden. Whoever reads the state then has the element's own time, to the moment. It stands around
 * the store's methods, and not in them, so that the page's first script does without it.
 */
export function restTime(video: HTMLVideoElement, store: PlayerStore, signal: AbortSignal): void {
  const hear = video.ontimeupdate;
  const { getState, subscribe, dispatch } = store;

  function look(): void {
    if (signal.aborted) return;
    // The window of a live stream moves with its time, and everybody wants to know.
    const isWanted = store.followers.size > 0 || getState().isLive;
    video.ontimeupdate = isWanted ? follow : null;
  }

  /** Who follows the time since before this script stops without a word here. */
  function follow(event: Event): void {
    hear?.call(video, event);
    look();
  }

  /** Wakes nobody: nobody follows. */
  function refresh(): void {
    if (video.ontimeupdate !== null || video.seeking || video.readyState === 0) return;
    dispatch({ type: 'moved', currentTime: video.currentTime });
  }

  store.getState = () => {
    refresh();
    return getState();
  };
  /** Where playback was before a seek that nobody here has made, such as by the bar of a picture-in-picture window. */
  function tellLastMoment(): void {
    if (video.ontimeupdate === null)
      dispatch({ type: 'moved', currentTime: rangeEnd(video.played, getState().currentTime) });
  }

  store.dispatch = (event) => {
    if (event.type === 'seeking') tellLastMoment();
    // Some changes are told of together with what was before; those of the element come with a reading of their own.
    if (!('media' in event)) refresh();
    dispatch(event);
  };
  store.subscribe = (listener, followsTime) => {
    const stop = subscribe(listener, followsTime);
    look();
    return () => {
      stop();
      look();
    };
  };
  signal.addEventListener('abort', subscribe(look), { once: true });
  look();
}
