import { playerLimits } from '../../../shared/limits/player-limits.ts';

/**
 * Resolves when a video plays, after some seconds at the latest.
 * @param at the video, or an element that contains it
 */
export function whenMoving(at: EventTarget): Promise<unknown> {
  return new Promise((resolve) => {
    // Media events do not bubble, hence `capture`. `timeupdate` also fires for a video that started
    // before any script.
    at.addEventListener('timeupdate', resolve, { once: true, capture: true });
    setTimeout(resolve, playerLimits.firstFrameMs);
  });
}
