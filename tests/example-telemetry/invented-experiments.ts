import type { EventStore } from '../../server/store/event-store.ts';
import type { FieldPerformance } from '../../shared/telemetry/field-performance.ts';
import type { QoeSummary } from '../../shared/telemetry/qoe-summary.ts';
import { createRandom } from '../support/create-random.ts';

const random = createRandom(19);
const hourMs = 3_600_000;

/**
 * One that runs if the server has `--experiment fast_start=40%`, one that was ended, and one that
 * no server runs. `factor`: what the treatment changes about times.
 */
const experiments = [
  { name: 'fast_start', share: 0.4, effect: 'flag', control: 101, treatment: 102, factor: 0.86 },
  {
    ...{ name: 'page_services', share: 0.3, effect: 'runtime=main' },
    ...{ control: 103, treatment: 104, factor: 1.42 },
  },
  { name: 'small', share: 0.02, effect: 'build=1a2b3c4d', control: 105, treatment: 106, factor: 1 },
];

/** @returns the arms that an invented page is in, and the factor of its times */
export function inventedArms(): { experimentIds: number[]; factor: number } {
  const arms = { experimentIds: [] as number[], factor: 1 };
  for (const { share, control, treatment, factor } of experiments) {
    const drawn = random();
    if (drawn < share) {
      arms.experimentIds.push(treatment);
      arms.factor *= factor;
    } else if (drawn > 1 - share) arms.experimentIds.push(control);
  }
  return arms;
}

/** @returns the summary of a playback whose page has this factor */
export function slowed(summary: QoeSummary, factor: number): QoeSummary {
  const { startMs } = summary;
  return { ...summary, startMs: startMs === null ? null : Math.round(startMs * factor) };
}

/** @returns the report of an embed whose page has this factor */
export function slowedEmbed(embed: FieldPerformance, factor: number): FieldPerformance {
  const { blockingMs } = embed.longTasks ?? { blockingMs: 0 };
  return {
    ...embed,
    ...(embed.longTasks && {
      longTasks: { ...embed.longTasks, blockingMs: Math.round(blockingMs * factor ** 2) },
    }),
  };
}

/** Begins the experiments, and ends the one that is worse. */
export async function runInventedExperiments(store: EventStore, nowMs: number): Promise<void> {
  for (const { factor: _, ...experiment } of experiments) {
    const { name, share, effect } = experiment;
    const key = `${name}=${share} ${effect}`;
    await store.experiments.begin({ ...experiment, key, startedMs: nowMs - 24 * hourMs });
    if (name !== 'page_services') continue;
    const change = { percent: 34.2, low: 25.6, high: 43.4 };
    const retreat = { measure: 'first_frame_p75' as const, limitPercent: 10, change };
    await store.experiments.end(key, { endedMs: nowMs - 2 * hourMs, retreat });
  }
}
