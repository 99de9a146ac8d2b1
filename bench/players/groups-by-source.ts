import { type GroupReport, type Measure, makeGroup, type Sample } from '../report/part-report.ts';
import type { Lane, Source } from './lane.ts';
import { sourcesOf, sourceTitles } from './lanes.ts';

interface BySource {
  measuresOf: (source: Source) => readonly Measure[];
  isIn?: (lane: Lane) => boolean;
  /** Every lane is also divided by the browser's own player. */
  isAgainstNative: boolean;
}

/** @returns a function that groups samples by source, ours beside the other lanes */
export function groupsBySource({ measuresOf, isIn = () => true, isAgainstNative }: BySource) {
  return (samples: readonly Sample[], isQuick: boolean): GroupReport[] =>
    (['mp4', 'hls'] as const).map((source) =>
      makeGroup(
        {
          id: source,
          title: sourceTitles[source],
          ours: `ours-${source}`,
          ...(isAgainstNative && { against: `native-${source}` }),
          lanes: sourcesOf(source).filter(isIn),
          measures: measuresOf(source),
        },
        samples,
        isQuick,
      ),
    );
}
