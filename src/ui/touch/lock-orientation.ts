import type { PlayerStore } from '../../player/state/player-store.ts';

/** iPhones have no `screen.orientation`, or one that cannot be locked. */
interface LockableOrientation {
  lock?: (orientation: 'landscape' | 'portrait') => Promise<void>;
}

/**
 * In full screen, turns a phone's screen to the video's orientation. Leaving full screen unlocks
 * it.
 */
export function lockOrientation(
  video: HTMLVideoElement,
  store: PlayerStore,
  signal: AbortSignal,
): void {
  const stop = store.subscribe(({ isFullscreen }, previous) => {
    if (!isFullscreen || previous.isFullscreen || video.videoWidth === video.videoHeight) return;
    const orientation: LockableOrientation | undefined = screen.orientation;
    // Tablets, desktops and some frames refuse: the orientation then stays as it is.
    orientation
      ?.lock?.(video.videoWidth > video.videoHeight ? 'landscape' : 'portrait')
      .catch(() => undefined);
  });
  signal.addEventListener('abort', stop, { once: true });
}
