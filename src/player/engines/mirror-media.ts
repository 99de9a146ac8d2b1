import {
  type MediaSize,
  type MediaState,
  type MirroredEvent,
  mirroredEvents,
  type ToMediaWorker,
} from '../../../shared/media-mirror.ts';

/**
 * design: between two of these the worker goes on by its clock, and whatever stops or moves the time has an event of its own. How far
 * a live stream is behind its edge is told by the same news.
 */
const timeEveryMs = { live: 1_000, other: 5_000 };

/** The page's end of the media worker's mirror. It speaks at the element's events only; a timer runs while it plays, none otherwise. */
export interface MediaMirror {
  state(): MediaState;
  size(): MediaSize;
  /** A seek of the worker's, which had heard of so many of others. Should it not know the newest of them, that one stands. */
  seek(seconds: number, othersSeekCount: number): void;
}

export function mirrorMedia(
  video: HTMLVideoElement,
  post: (message: ToMediaWorker) => void,
  signal: AbortSignal,
): MediaMirror {
  let seekCount = 0;
  let othersSeekCount = 0;
  /** Of the worker, and its event has not come yet. */
  let isOwnSeek = false;
  /** The event of the seek that goes on has come. */
  let isSeekTold = false;
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

  function tell(event: MirroredEvent): void {
    post({ type: 'media', event, state: state() });
  }

  video.addEventListener(
    'seeking',
    () => {
      if (!isOwnSeek) othersSeekCount += 1;
      isOwnSeek = false;
      isSeekTold = true;
    },
    { signal },
  );
  video.addEventListener(
    'seeked',
    () => {
      isSeekTold = false;
    },
    { signal },
  );

  function size(): MediaSize {
    return { width: video.clientWidth, height: video.clientHeight, pixelRatio: devicePixelRatio };
  }

  for (const event of mirroredEvents)
    if (event !== 'timeupdate') video.addEventListener(event, () => tell(event), { signal });

  /** Hears one, and the next some time later: to hear four a second would cost the main thread more than to tell of them. */
  function hearTime(): void {
    const hear = () => {
      tell('timeupdate');
      if (video.paused) hearTime();
      else timer = setTimeout(hearTime, timeEveryMs[video.duration < Infinity ? 'other' : 'live']);
    };
    video.addEventListener('timeupdate', hear, { signal, once: true });
  }
  hearTime();

  const sizes = new ResizeObserver(() => post({ type: 'size', size: size() }));
  sizes.observe(video);
  signal.addEventListener('abort', () => {
    sizes.disconnect();
    clearTimeout(timer);
  });

  return {
    state,
    size,
    seek(seconds, heardCount) {
      seekCount += 1;
      const isUntold = video.seeking && !isSeekTold && !isOwnSeek;
      if (isUntold || heardCount !== othersSeekCount) {
        // The worker took what was told of that seek for older than its own.
        tell('seeking');
        if (!video.seeking) tell('seeked');
        return;
      }
      isOwnSeek = true;
      video.currentTime = seconds;
    },
  };
}
