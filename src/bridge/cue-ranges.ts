import { hostLimits } from '../../shared/limits/host-limits.ts';

interface CueRange {
  id: string;
  startSeconds: number;
  endSeconds: number;
  /** Whether the playhead is in it. */
  isIn?: boolean;
}

/**
 * Parts of the video for which a host wants enter and exit events. Removed when the video changes.
 */
export interface CueRanges {
  /**
   * Replaces a range with the same id. The end is exclusive.
   * @returns false when the limit on ranges is reached
   */
  add(id: string, startSeconds: number, endSeconds: number): boolean;
  remove(id: string): void;
  clear(): void;
  /** @returns ids of the ranges entered and left since the last call */
  moveTo(seconds: number): { entered: string[]; left: string[] };
}

export function createCueRanges(): CueRanges {
  const ranges = new Map<string, CueRange>();

  return {
    add(id, startSeconds, endSeconds) {
      const known = ranges.get(id);
      const hasRoom = known !== undefined || ranges.size < hostLimits.cueRangeMaxCount;
      if (hasRoom) ranges.set(id, { ...known, id, startSeconds, endSeconds });
      return hasRoom;
    },
    remove: (id) => void ranges.delete(id),
    clear: () => ranges.clear(),
    moveTo(seconds) {
      const change = { entered: [] as string[], left: [] as string[] };
      for (const range of ranges.values()) {
        const isIn = range.startSeconds <= seconds && seconds < range.endSeconds;
        if (isIn !== !!range.isIn) (isIn ? change.entered : change.left).push(range.id);
        range.isIn = isIn;
      }
      return change;
    },
  };
}
