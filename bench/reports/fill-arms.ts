import type { CostFacts } from '../../server/store/reports/cost/cost-facts.ts';
import { insertFieldReports } from '../../server/store/reports/cost/write-costs.ts';
import {
  experimentPlaybacksOf,
  writeExperimentPlaybacks,
} from '../../server/store/reports/experiments/write-experiment-playbacks.ts';
import type { NewPlayback } from '../../server/store/reports/report-writes.ts';
import type { StoreDriver } from '../../server/store/store-driver.ts';
import { dimensionsOf } from '../../shared/telemetry/document-dimensions.ts';

/** Numbers of the arms of an experiment with all playbacks. */
export const arms = { control: 1, treatment: 2 } as const;

/** One embed in this number is measured, as by default. */
const measuredEvery = 10;

/**
 * Adds each playback to one of the arms, and the measured embed of one in ten.
 * @param first index of the first playback
 */
export async function fillArms(
  driver: StoreDriver,
  playbacks: readonly NewPlayback[],
  first: number,
): Promise<void> {
  const armOf = (index: number) => (index % 2 === 0 ? arms.control : arms.treatment);
  const armOfSid = new Map(playbacks.map(({ sid }, index) => [sid, armOf(first + index)]));
  const measured = playbacks.flatMap((playback, index) => {
    if ((first + index) % measuredEvery !== 0) return [];
    // All tens are even, so the tens are counted.
    const facts = factsOf(first + index, armOf((first + index) / measuredEvery));
    const { sid, received_ms, video_id } = playback;
    const row = { sid, seq: 1, received_ms, video_id, ...dimensionsOf(playback) };
    return [{ ...row, facts: JSON.stringify(facts) }];
  });
  await driver.transaction(async (within) => {
    const rows = experimentPlaybacksOf(playbacks, (sid) => [armOfSid.get(sid) ?? arms.control]);
    await writeExperimentPlaybacks(within, rows);
    await insertFieldReports(within, measured);
  });
}

function factsOf(index: number, arm: number): CostFacts {
  const spread = (prime: number) => (index * Math.sqrt(prime)) % 1;
  return {
    ...{ share: 1 / measuredEvery, version: '0.1.0', runtime: 'worker', engine: 'hls.js' },
    ...{ device: 'medium', connection: '4g', cache: 'cold', experiments: [String(arm)] },
    measures: {
      largestPaintMs: Math.round(400 + 1_500 * spread(2)),
      interactionMs: Math.round(200 * spread(3)),
      layoutShift: spread(5) / 100,
      createdMs: Math.round(300 * spread(7)),
      playToFirstFrameMs: Math.round(900 * spread(11)),
      blockingMs: Math.round(200 * spread(13)),
      longestTaskMs: Math.round(150 * spread(17)),
      ownScriptMs: Math.round(100 * spread(19)),
      servicesStartMs: Math.round(100 * spread(23)),
      servicesBusyMs: Math.round(60 * spread(29)),
      transferredBytes: Math.round(120_000 * spread(31)),
      scriptBytes: 75_000,
      requestCount: 20,
    },
    scripts: [
      ['mount-ui.js', Math.round(50 * spread(37))],
      ['', 10],
    ],
  };
}
