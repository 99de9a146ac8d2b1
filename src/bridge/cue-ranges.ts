import { hostLimits } from '../../shared/host-limits.ts';

interface CueRange {
  id: string;
  startSeconds: number;
  endSeconds: number;
}

/** Parts of the video that a host wants to be told about. They end with the video. */
export interface CueRanges {
  /** Replaces one of the same id. The end is not part of the range. @returns whether there was room */
  add(id: string, startSeconds: number, endSeconds: number): boolean;
  remove(id: string): void;
  clear(): void;
  /** @returns ids that hold this moment and did not hold the one before, and the reverse */
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
