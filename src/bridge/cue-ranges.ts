import { hostLimits } from '../../shared/limits/host-limits.ts';

interface CueRange {
  id: string;
  startSeconds: number;
  endSeconds: number;
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
  const entered = new Set<string>();

  return {
    add(id, startSeconds, endSeconds) {
      const hasRoom = ranges.size < hostLimits.cueRangeMaxCount || ranges.has(id);
      if (hasRoom) ranges.set(id, { id, startSeconds, endSeconds });
      return hasRoom;
    },
    remove(id) {
      ranges.delete(id);
      entered.delete(id);
    },
    clear() {
      ranges.clear();
      entered.clear();
    },
    moveTo(seconds) {
      const change = { entered: [] as string[], left: [] as string[] };
      for (const { id, startSeconds, endSeconds } of ranges.values()) {
        const isInside = startSeconds <= seconds && seconds < endSeconds;
        if (isInside === entered.has(id)) continue;
        if (isInside) entered.add(id);
        else entered.delete(id);
        (isInside ? change.entered : change.left).push(id);
      }
      return change;
    },
  };
}
