import type { Lane, Source } from '../players/lane.ts';
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
  /** Several, whose rounds are judged together: their pages do the same. */
  lanes: readonly string[];
  measure: Measure;
  /** Figures that stand for the machine's speed in a run; `null` for counts and bytes. */
  speed: { lanes: readonly string[]; measure: string } | null;
  /** The rounds' median or their lowest is compared: `judge-figures.ts`. */
  judge: 'median' | 'lowest';
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
  autoplayFrame: 'autoplayFrame',
  clickFrame: 'clickFrame',
};

/** Times of single tasks. Until a click, the pages of a file and of a stream do the same. */
const taskTimes: readonly string[] = [
  'longestScript',
  'nextScript',
] satisfies (keyof LoadFigures)[];

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
      const own = { lanes: [`ours-${source}`], measure, judge: 'median' } as const;
      if (counts.includes(measure.id)) return [{ ...own, speed: null }];
      const by = times[measure.id];
      return by === undefined ? [] : [{ ...own, speed: { lanes: speedLanes, measure: by } }];
    }),
  );
}

const nativeLanes = ['native-mp4', 'native-hls'];

const taskChecks = loadMeasuresOf('mp4')
  .filter(({ id }) => taskTimes.includes(id))
  .map(
    (measure): GateCheck => ({
      lanes: ['ours-mp4', 'ours-hls'],
      measure,
      speed: { lanes: nativeLanes, measure: 'cpuAll' },
      judge: 'lowest',
    }),
  );

export const gateParts: readonly GatePart[] = [
  {
    ...loadPart,
    lanes: loadPart.lanes.filter(isWanted(['ours-mp4', 'native-mp4', 'ours-hls', 'native-hls'])),
    rounds: 5,
    checks: [...checksOf(loadCounts, loadTimes, loadMeasuresOf, nativeLanes), ...taskChecks],
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
