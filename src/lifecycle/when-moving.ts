import { playerLimits } from '../../shared/limits.ts';

/**
 * Resolves when a video moves, at the latest after some seconds.
 * @param at the video, or what it is in
 */
export function whenMoving(at: EventTarget): Promise<unknown> {
  return new Promise((resolve) => {
    // Media events do not bubble. A video that began before any script says this as well.
    at.addEventListener('timeupdate', resolve, { once: true, capture: true });
    setTimeout(resolve, playerLimits.firstFrameMs);
  });
}
