import { isOn } from './on-off.ts';
import type { RawArgs } from './player-args.ts';

/**
 * Whether the host wants no channel on the player: no name, no picture, no subscribe button. Not in
 * `PlayerArgs`, which the page's first script reads: only later scripts and the server need it.
 */
export function isModest({ modestbranding }: RawArgs): boolean {
  return isOn(modestbranding);
}
