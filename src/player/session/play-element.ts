import { readMedia } from '../state/media-element.ts';
import type { PlayerStore } from '../state/player-store.ts';

export function playElement(video: HTMLVideoElement, store: PlayerStore): void {
  video.play().catch((error: unknown) => {
    // The browser requires a user gesture. Other rejections come from a newer source, or also as an
    // `error` event.
    if (error instanceof DOMException && error.name === 'NotAllowedError')
      store.dispatch({ type: 'autoplay_blocked' });
  });
}

/** Reports playback that began before the listeners existed. */
export function reportEarlyPlayback(
  video: HTMLVideoElement,
  store: PlayerStore,
  signal: AbortSignal,
): void {
  store.dispatch({ type: 'starting' });
  store.dispatch({ type: 'waiting', media: readMedia(video) });
  const reportPlaying = () => {
    const media = readMedia(video);
    if (media.canGoOn && !media.isPaused) store.dispatch({ type: 'playing', media });
  };
  reportPlaying();
  // WebKit fires no `playing` if `autoplay` started playback and `play()` continued it.
  video.addEventListener('canplay', reportPlaying, { signal, once: true });
}
