import { isOn } from './on-off.ts';
import type { RawArgs } from './player-args.ts';

/**
 * Whether the host wants no channel on the player: neither its name nor its picture, and no button that follows it.
 * Not one of `PlayerArgs`, which the page's first script reads: only late scripts and the server need it.
 */
export function isModest({ modestbranding }: RawArgs): boolean {
  return isOn(modestbranding);
}
