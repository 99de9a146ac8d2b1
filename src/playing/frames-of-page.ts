import { playingLimits } from '../../shared/playing-limits.ts';

/**
 * The windows of this page's own origin in the same tab, without this one.
 *
 * A `BroadcastChannel` would reach the other tabs of the same site as well, and nothing that a frame can read tells two tabs with one host page
 * apart. The tree of frames does: any frame may walk it, across origins too, and the browser lets only frames of one origin touch each
 * other, so nobody else can pretend to be a player. Sandboxed frames without an origin have nobody of theirs, and play beside the others.
 */
export function framesOfPage(here: Window): Window[] {
  const found: Window[] = [];
  const waiting: Window[] = here.top === null ? [] : [here.top];
  for (let looked = 0; looked < playingLimits.framesCount; looked += 1) {
    const frame = waiting.shift();
    if (frame === undefined) break;
    if (frame !== here && isOfOrigin(frame)) found.push(frame);
    for (let index = 0; index < frame.length && index < playingLimits.framesCount; index += 1) {
      const child = frame[index];
      if (child !== undefined) waiting.push(child);
    }
  }
  return found;
}

function isOfOrigin(frame: Window): boolean {
  try {
    return typeof frame.dispatchEvent === 'function';
  } catch {
    // SecurityError: another origin's.
    return false;
  }
}
