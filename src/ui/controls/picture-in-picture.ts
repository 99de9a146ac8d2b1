import { createValue, type Value } from '../../parts/create-value.ts';
import { frameAllows } from '../../parts/frame-policy.ts';

/** Shows the video in a separate window on top of others. */
export interface PictureInPicture {
  /** The browser supports it, and the host's page allows it. */
  isPossible: boolean;
  isOn: Value<boolean>;
  toggle(): void;
}

export function createPictureInPicture(
  video: HTMLVideoElement,
  signal: AbortSignal,
): PictureInPicture {
  const isOn = createValue(document.pictureInPictureElement === video);
  // The viewer may close the window at any time, so only the element's events change the state.
  video.addEventListener('enterpictureinpicture', () => isOn.set(true), { signal });
  video.addEventListener('leavepictureinpicture', () => isOn.set(false), { signal });
  return {
    isPossible:
      // Chromium warns on the console when a frame without this permission reads
      // `pictureInPictureEnabled`.
      frameAllows('picture-in-picture') !== false &&
      document.pictureInPictureEnabled === true &&
      !video.disablePictureInPicture,
    isOn,
    toggle() {
      const change = isOn.get() ? document.exitPictureInPicture() : video.requestPictureInPicture();
      // Ignore a refusal: the state has not changed.
      change.catch(() => undefined);
    },
  };
}
