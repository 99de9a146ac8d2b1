import { collectorLimits } from '../../shared/limits/collector-limits.ts';
import { logLimits } from '../../shared/limits/log-limits.ts';
import type { EventSequence } from '../../shared/telemetry/log-event.ts';

/** Numbers the events of each group: 0 to 65,535, then 0 again (specification §9). */
export interface SequenceGroups {
  /** @returns the position of the group's next event */
  next(groupKey: string): EventSequence;
}

/**
 * A page that plays for days has a group for every playback. Above a limit, the least recently used
 * group is forgotten; past groups are not used again.
 */
export function createSequenceGroups(): SequenceGroups {
  /** Next index of each group. A Map keeps insertion order, which here is the order of last use. */
  const nextIndexes = new Map<string, number>();

  return {
    next(groupKey) {
      const index = nextIndexes.get(groupKey) ?? 0;
      nextIndexes.delete(groupKey);
      nextIndexes.set(groupKey, index === logLimits.sequenceMax ? 0 : index + 1);
      if (nextIndexes.size > collectorLimits.sequenceGroupsCount) {
        const [oldest = ''] = nextIndexes.keys();
        nextIndexes.delete(oldest);
      }
      return { index, groupKey };
    },
  };
}
