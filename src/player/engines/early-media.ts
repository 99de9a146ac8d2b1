declare global {
  /**
   * With autoplay, the markup (`index.html`) starts this worker, which provides the element's media
   * until the player takes over. `null`: it failed to start.
   */
  var offstageMediaWorker: Worker | null | undefined;
}

/** @returns the worker started by the markup, if any. Its messages now go to the caller. */
export function takeEarlyMedia(): Worker | null | undefined {
  const { offstageMediaWorker: worker } = globalThis;
  globalThis.offstageMediaWorker = undefined;
  if (worker) worker.onmessage = null;
  return worker;
}

/** Call before another engine plays: an element with a worker's media would ignore any `src`. */
export function endEarlyMedia(video: HTMLVideoElement): void {
  takeEarlyMedia()?.terminate();
  if (video.srcObject) video.srcObject = null;
}
