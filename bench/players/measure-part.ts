import type { GroupReport, PartReport, Sample } from '../report/part-report.ts';
import type { BenchOptions } from '../support/bench-options.ts';
import { type Failure, inRounds } from '../support/rounds.ts';
import type { Lane } from './lane.ts';
import { type RunningBench, startBench } from './start-bench.ts';

/** One part of the bench, measured lane by lane in rounds. */
export interface Part {
  part: string;
  title: string;
  about: string;
  /** Default without `--rounds`. */
  rounds: number;
  lanes: readonly Lane[];
  /** Whether a lane is measured in a round; by default all are. */
  isIn?: (lane: Lane, round: number) => boolean;
  /** Time limit of a lane in a round, ms. */
  limitMs?: number;
  measure(bench: RunningBench, lane: Lane, round: number): Promise<Sample['figures']>;
  groups(samples: readonly Sample[], isQuick: boolean): GroupReport[];
}

/** A lane takes half a minute, or longer with ten embeds on a busy machine. */
const usualLimitMs = 180_000;

/**
 * The two lanes that goals are about. They take part in every round, the others in every third one.
 */
const isJudged = ({ id }: Lane) => /^(ours|native)-(mp4|hls)$/.test(id);
export const isInRound = (lane: Lane, round: number) => isJudged(lane) || round % 3 === 0;

/** Starts servers and browser, measures a part, and closes them. */
export async function measurePart(
  { rounds, isQuick }: BenchOptions,
  part: Part,
): Promise<PartReport> {
  const bench = await startBench();
  try {
    const count = rounds ?? (isQuick ? 1 : part.rounds);
    const { samples, failures } = await measureSamples(bench, part, count);
    return {
      part: part.part,
      title: part.title,
      about: part.about,
      measuredAt: new Date().toISOString(),
      browser: `Chromium ${bench.version}`,
      rounds: count,
      isQuick,
      failures,
      groups: part.groups(samples, isQuick),
    };
  } finally {
    await bench.close();
  }
}

/** Measures the lanes of a part, round by round. */
export async function measureSamples(
  bench: RunningBench,
  part: Part,
  rounds: number,
): Promise<{ samples: Sample[]; failures: Failure[] }> {
  const { measured, failures } = await inRounds({
    lanes: part.lanes,
    rounds,
    ...(part.isIn && { isIn: part.isIn }),
    limitMs: part.limitMs ?? usualLimitMs,
    title: part.part,
    titleOf: ({ title, source }) => `${title}, ${source}`,
    measure: (lane, round) => part.measure(bench, lane, round),
  });
  const samples = measured.map(({ lane, round, result }) => ({
    lane: lane.id,
    round,
    figures: result,
  }));
  return { samples, failures };
}
