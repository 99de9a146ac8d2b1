import { playingLimits } from '../../../shared/limits/playing-limits.ts';

/**
 * Finds the other windows of this origin in the same tab. A `BroadcastChannel` would also reach
 * other tabs of the site, and a frame cannot tell two tabs with the same host page apart. The frame
 * tree can be walked across origins, but only frames of one origin can access each other, so no
 * other page can pretend to be a player. Frames with an opaque origin find no others and do not
 * coordinate.
 */
export function framesOfPage(here: Window): Window[] {
  const found: Window[] = [];
  const waiting: Window[] = here.top === null ? [] : [here.top];
  for (let visited = 0; visited < playingLimits.framesCount; visited += 1) {
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
    // SecurityError: another origin.
    return false;
  }
}
