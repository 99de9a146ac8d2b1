declare global {
  /**
   * Of a stream that starts by itself: the markup has started it, and gives the element its media (`index.html`), until the player takes it.
   * `null`: it did not start.
   */
  var offstageMediaWorker: Worker | null | undefined;
}

/** @returns the worker that the markup has started, if there is one: what it says is from now on for whoever takes it */
export function takeEarlyMedia(): Worker | null | undefined {
  const { offstageMediaWorker: worker } = globalThis;
  globalThis.offstageMediaWorker = undefined;
  if (worker) worker.onmessage = null;
  return worker;
}

/** Another engine plays: an element that has its media from a worker would not heed any `src`. */
export function endEarlyMedia(video: HTMLVideoElement): void {
  takeEarlyMedia()?.terminate();
  if (video.srcObject) video.srcObject = null;
}
