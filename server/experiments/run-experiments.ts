import type {
  ExperimentReport,
  ShownExperiment,
} from '../../shared/telemetry/experiment-report.ts';
import type { Log } from '../operator/log/create-log.ts';
import type { ServerOptions } from '../options/server-options.js';
import type { ExperimentStates } from '../store/event-store.ts';
import type { ComparedArms } from '../store/reports/experiments/compare-arms.ts';
import type { ExperimentState } from '../store/reports/experiments/experiment-states.ts';
import type { ServerStore } from '../store/server-store.ts';
import type { WebhookNews } from '../webhooks/webhook-message.ts';
import { type Assignment, assignArms } from './assign-arms.ts';
import type { Experiment } from './experiment.ts';
import { experimentsLimits } from './experiments-limits.ts';
import { findRetreat, retreatSentence } from './find-retreat.ts';

export interface ExperimentsDeps {
  store: { experiments: ExperimentStates; reports: Pick<ServerStore['reports'], 'experiment'> };
  log: Log;
  /** Tells the operator's receivers. */
  note(news: WebhookNews): void;
  /** Unix milliseconds. */
  now(): number;
  /** 0 to below 1. */
  random(): number;
}

export interface Experiments {
  /** Whether pages may differ by chance. */
  areRunning(): boolean;
  runs(name: string): boolean;
  /** @param hasRuntime whether the embed's URL names a runtime */
  assign(embed: { hasRuntime: boolean }): Assignment;
  /**
   * Begins what is new, follows what other servers have ended, and ends what exceeds a limit.
   * @throws {StoreError} while the store is away; everything stays as it is then
   */
  look(): Promise<void>;
  /** @throws {StoreError} */
  report(): Promise<ExperimentReport>;
}

/**
 * Runs the experiments of this server's options. None runs before the store has said that no server
 * has ended it.
 */
export function runExperiments(
  experiments: readonly Experiment[],
  retreats: ServerOptions['retreats'],
  { store, log, note, now, random }: ExperimentsDeps,
): Experiments {
  let running: readonly Experiment[] = [];

  async function begin({ key, name, share, effect, arms }: Experiment): Promise<void> {
    await store.experiments.begin({ ...{ key, name, share, effect }, ...arms, startedMs: now() });
  }

  const compare = ({ control, treatment, startedMs, endedMs }: ExperimentState) =>
    store.reports.experiment({ control, treatment, fromMs: startedMs, toMs: endedMs ?? now() + 1 });

  /** @returns whether it has ended now */
  async function endIfWorse(state: ExperimentState): Promise<boolean> {
    const retreat = findRetreat(retreats, (await compare(state)).comparisons);
    if (retreat === null) return false;
    const { key, name } = state;
    const isMine = await store.experiments.end(key, { endedMs: now(), retreat });
    // Another server has reported it.
    if (!isMine) return true;
    const { measure, limitPercent, change } = retreat;
    log.warn('EXPERIMENT_ENDED', retreatSentence(name, retreat), {
      experiment: name,
      measure,
      limitPercent,
      percent: change.percent,
    });
    note({ type: 'experiment.ended', data: { experiment: name, ...retreat } });
    return true;
  }

  async function findRunning(): Promise<Experiment[]> {
    let states = await store.experiments.list();
    const unknown = experiments.filter(({ key }) => !states.some((state) => state.key === key));
    for (const experiment of unknown) await begin(experiment);
    if (unknown.length > 0) states = await store.experiments.list();
    const found: Experiment[] = [];
    for (const experiment of experiments) {
      const state = states.find(({ key }) => key === experiment.key);
      if (state === undefined || state.endedMs !== null) continue;
      if (retreats.length > 0 && (await endIfWorse(state))) continue;
      found.push(experiment);
    }
    return found;
  }

  return {
    areRunning: () => running.length > 0,
    runs: (name) => running.some((experiment) => experiment.name === name),
    assign: ({ hasRuntime }) => assignArms(running, { hasRuntime, random }),
    async look() {
      running = await findRunning();
    },
    async report() {
      const madeMs = now();
      const shown: ShownExperiment[] = [];
      const states = await store.experiments.list();
      for (const state of states.slice(0, experimentsLimits.shownCount))
        shown.push(show(state, await compare(state), experiments));
      return { madeMs, experiments: shown };
    },
  };
}

function show(
  { key, name, share, effect, startedMs, endedMs, retreat }: ExperimentState,
  { playbacksFromMs, embedsFromMs, comparisons }: ComparedArms,
  experiments: readonly Experiment[],
): ShownExperiment {
  const isKnown = experiments.some((experiment) => experiment.key === key);
  return {
    ...{ name, share, effect, startedMs, endedMs, retreat, playbacksFromMs, embedsFromMs },
    state: endedMs !== null ? 'ended' : isKnown ? 'running' : 'stopped',
    comparisons: comparisons.map(({ surely: _, ...comparison }) => comparison),
  };
}
