import { createValue, type Value } from '../create-value.ts';
import { frameAllows } from '../frame-policy.ts';

/** The video in a window of its own, above all others. */
export interface PictureInPicture {
  /** The browser has it, and the page around the player allows it. */
  isPossible: boolean;
  isOn: Value<boolean>;
  toggle(): void;
}

export function createPictureInPicture(
  video: HTMLVideoElement,
  signal: AbortSignal,
): PictureInPicture {
  const isOn = createValue(document.pictureInPictureElement === video);
  // The viewer closes the window without asking us: only what the element says counts.
  video.addEventListener('enterpictureinpicture', () => isOn.set(true), { signal });
  video.addEventListener('leavepictureinpicture', () => isOn.set(false), { signal });
  return {
    isPossible:
      // Chromium complains on the console when a frame that may not have it asks whether it has it.
      frameAllows('picture-in-picture') !== false &&
      document.pictureInPictureEnabled === true &&
      !video.disablePictureInPicture,
    isOn,
    toggle() {
      const change = isOn.get() ? document.exitPictureInPicture() : video.requestPictureInPicture();
      // A refusal needs no answer: the state never changed.
      change.catch(() => undefined);
    },
  };
}
