import { mediaWorkerLimits } from '../../../shared/limits/media-worker-limits.ts';
import {
  type MediaSize,
  type MediaState,
  type MirroredEvent,
  mirroredEvents,
  type ToMediaWorker,
} from '../../../shared/rpc/media-mirror.ts';

/**
 * The page's end of the media worker's mirror. Sends only on the element's events; a timer runs
 * only during playback.
 */
export interface MediaMirror {
  state(): MediaState;
  /**
   * A seek by the worker, with the number of other seeks it knew of. If a newer seek exists, that
   * one wins.
   */
  seek(seconds: number, othersSeekCount: number): void;
}

export function sizeOf(video: HTMLVideoElement): MediaSize {
  return { width: video.clientWidth, height: video.clientHeight, pixelRatio: devicePixelRatio };
}

export function mirrorMedia(
  video: HTMLVideoElement,
  post: (message: ToMediaWorker) => void,
  signal: AbortSignal,
): MediaMirror {
  let seekCount = 0;
  let othersSeekCount = 0;
  /** Where the current seek goes, in seconds, if the worker knows of it; else -1. */
  let knownSeekTo = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function state(): MediaState {
    const { error } = video;
    return {
      currentTime: video.currentTime,
      duration: video.duration,
      playbackRate: video.playbackRate,
      readyState: video.readyState,
      isPaused: video.paused,
      isSeeking: video.seeking,
      isEnded: video.ended,
      isLooping: video.loop,
      error: error && { code: error.code, message: error.message },
      seekCount,
      othersSeekCount,
    };
  }

  function report(event: MirroredEvent): void {
    // A short seek may be over before its event.
    if (!video.seeking && event !== 'seeking') knownSeekTo = -1;
    else if (video.currentTime !== knownSeekTo) {
      othersSeekCount += 1;
      knownSeekTo = video.currentTime;
    }
    post({ type: 'media', event, state: state() });
  }

  for (const event of mirroredEvents)
    video.addEventListener(event, () => report(event), { signal });

  /**
   * Sends one `timeupdate`, and the next after a pause. Listening to four a second would cost the
   * main thread more than sending them.
   */
  function reportTime(): void {
    const onTime = () => {
      report('timeupdate');
      if (video.paused) reportTime();
      else
        timer = setTimeout(
          reportTime,
          video.duration < Infinity
            ? mediaWorkerLimits.timeEveryMs
            : mediaWorkerLimits.liveTimeEveryMs,
        );
    };
    video.addEventListener('timeupdate', onTime, { signal, once: true });
  }
  reportTime();

  const sizes = new ResizeObserver(() => post({ type: 'size', size: sizeOf(video) }));
  sizes.observe(video);
  signal.addEventListener('abort', () => {
    sizes.disconnect();
    clearTimeout(timer);
  });

  return {
    state,
    seek(seconds, knownCount) {
      seekCount += 1;
      const isUntold = video.seeking && video.currentTime !== knownSeekTo;
      if (isUntold || knownCount !== othersSeekCount) {
        // The worker believed that seek to be older than its own.
        report('seeking');
        if (!video.seeking) report('seeked');
        return;
      }
      video.currentTime = seconds;
      // Not as ordered: the element moves it into its range and rounds it.
      knownSeekTo = video.currentTime;
    },
  };
}
