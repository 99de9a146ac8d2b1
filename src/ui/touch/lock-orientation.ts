import type { PlayerStore } from '../../player/player-store.ts';

/** iPhones have none, or none that can be locked. */
interface LockableOrientation {
  lock?: (orientation: 'landscape' | 'portrait') => Promise<void>;
}

/** A film that fills a phone's screen turns it the way the film lies; leaving full screen lets go of it. */
export function lockOrientation(
  video: HTMLVideoElement,
  store: PlayerStore,
  signal: AbortSignal,
): void {
  const stop = store.subscribe(({ isFullscreen }, previous) => {
    if (!isFullscreen || previous.isFullscreen || video.videoWidth === video.videoHeight) return;
    const orientation: LockableOrientation | undefined = screen.orientation;
    // Tablets, desktops and some frames refuse: then it stays as the viewer holds it.
    orientation
      ?.lock?.(video.videoWidth > video.videoHeight ? 'landscape' : 'portrait')
      .catch(() => undefined);
  });
  signal.addEventListener('abort', stop, { once: true });
}
