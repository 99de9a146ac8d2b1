import type { Lane, Source } from '../players/lanes.ts';
import { type LoadFigures, loadMeasuresOf } from '../players/load-measures.ts';
import type { Part } from '../players/measure-part.ts';
import { loadPart, playbackPart } from '../players/parts.ts';
import { type PlaybackFigures, playbackMeasures } from '../players/playback-measures.ts';
import type { Measure } from '../report/part-report.ts';

/** A part of the bench, with the lanes and rounds that fit into ten minutes. */
export interface GatePart extends Part {
  checks: readonly GateCheck[];
}

/** A figure of ours that must not get worse. For all of them, less is better. */
export interface GateCheck {
  lane: string;
  measure: Measure;
  /** Figures that stand for the machine's speed in a run; `null` for counts and bytes. */
  speed: { lanes: readonly string[]; measure: string } | null;
}

const isWanted = (ids: readonly string[]) => (lane: Lane) => ids.includes(lane.id);

const loadCounts: readonly (keyof LoadFigures)[] = [
  'neededKb',
  'scriptKb',
  'workerScriptKb',
  'playedScriptKb',
  'playedWorkerScriptKb',
  'transferKb',
  'requests',
  'layoutShift',
  'heapKb',
];

/** Times, with the one of the browser's own players that each is divided by. */
const loadTimes: Partial<Record<keyof LoadFigures, keyof LoadFigures>> = {
  cpuPlayable: 'cpuAll',
  cpuAll: 'cpuAll',
  cpuPlayed: 'cpuAll',
  longestScript: 'cpuAll',
  nextScript: 'cpuAll',
  autoplayFrame: 'autoplayFrame',
  clickFrame: 'clickFrame',
};

const playbackCounts: readonly (keyof PlaybackFigures)[] = [
  'scriptTasksPerSec',
  'reactCommits',
  'idleScriptTasks',
];

function checksOf(
  counts: readonly string[],
  times: Readonly<Partial<Record<string, string>>>,
  measuresOf: (source: Source) => readonly Measure[],
  speedLanes: readonly string[],
): GateCheck[] {
  return (['mp4', 'hls'] as const).flatMap((source) =>
    measuresOf(source).flatMap((measure): GateCheck[] => {
      const lane = `ours-${source}`;
      if (counts.includes(measure.id)) return [{ lane, measure, speed: null }];
      const by = times[measure.id];
      return by === undefined ? [] : [{ lane, measure, speed: { lanes: speedLanes, measure: by } }];
    }),
  );
}

export const gateParts: readonly GatePart[] = [
  {
    ...loadPart,
    lanes: loadPart.lanes.filter(isWanted(['ours-mp4', 'native-mp4', 'ours-hls', 'native-hls'])),
    rounds: 5,
    checks: checksOf(loadCounts, loadTimes, loadMeasuresOf, ['native-mp4', 'native-hls']),
  },
  {
    ...playbackPart,
    lanes: playbackPart.lanes.filter(isWanted(['ours-mp4', 'native-mp4', 'ours-hls'])),
    rounds: 3,
    checks: checksOf(playbackCounts, { cpuPerSec: 'cpuPerSec' }, () => playbackMeasures, [
      'native-mp4',
    ]),
  },
];
