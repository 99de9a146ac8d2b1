/** Which part of a video to play, in seconds, and its first quality. */
export interface LoadOptions {
  startSeconds: number;
  endSeconds: number | null;
  /** Pixels: start with this quality or the next lower one; `null` is automatic. */
  suggestedHeight: number | null;
}

export const wholeVideo: LoadOptions = {
  startSeconds: 0,
  endSeconds: null,
  suggestedHeight: null,
};

/** `cue` shows the video and waits; `load` plays it. */
export type Start = 'cue' | 'load';

/** How a video will start. Viewer and host can change it while the video is awaited. */
export interface AwaitedStart {
  start: Start;
  options: LoadOptions;
  /** Seconds; a seek changes it, but not `options`. */
  startAt: number;
  /** Pixels; `null` is automatic. */
  qualityHeight: number | null;
  /** Paused before playback could start. */
  isPaused: boolean;
  isShuffled: boolean;
}

export function awaitedAs(start: Start, options: LoadOptions): AwaitedStart {
  return {
    start,
    options,
    startAt: options.startSeconds,
    qualityHeight: options.suggestedHeight,
    isPaused: false,
    isShuffled: false,
  };
}
