import { type ExperimentArm, experimentArms } from '../../shared/telemetry/experiment-arm.ts';
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
  /** Tells the operator's receivers that the experiment with this key has ended. */
  noteEnd(key: string, news: WebhookNews): void;
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
  /**
   * @returns names for people by the numbers of arms, of all experiments that the store knows
   * @throws {StoreError}
   */
  armNames(): Promise<Record<string, string>>;
  /**
   * @param arm missing for both arms
   * @returns numbers of the arms of all experiments with this name; empty without one
   * @throws {StoreError}
   */
  armNumbers(name: string, arm?: ExperimentArm): Promise<number[]>;
  /**
   * @returns names of experiments that ran in a time, the latest first
   * @throws {StoreError}
   */
  namesIn(time: { fromMs: number; toMs: number }): Promise<string[]>;
}

/**
 * Runs the experiments of this server's options. None runs before the store has been read: a
 * server may have ended it.
 */
export function runExperiments(
  experiments: readonly Experiment[],
  retreats: ServerOptions['retreats'],
  { store, log, noteEnd, now, random }: ExperimentsDeps,
): Experiments {
  let running: readonly Experiment[] = [];
  /** Keys of the experiments whose end was reported. */
  const said = new Set<string>();

  async function begin({ key, name, share, effect, arms }: Experiment): Promise<void> {
    await store.experiments.begin({ ...{ key, name, share, effect }, ...arms, startedMs: now() });
  }

  const compare = ({ control, treatment, share, startedMs, endedMs }: ExperimentState) =>
    store.reports.experiment({
      ...{ control, treatment, share },
      ...{ fromMs: startedMs, toMs: endedMs ?? now() + 1 },
    });

  /** Ends it if it is worse than a limit allows. @returns its state afterwards */
  async function endIfWorse(state: ExperimentState): Promise<ExperimentState> {
    if (state.endedMs !== null || retreats.length === 0) return state;
    const retreat = findRetreat(retreats, (await compare(state)).comparisons);
    if (retreat === null) return state;
    const ended = { ...state, endedMs: now(), retreat };
    await store.experiments.end(state.key, ended);
    return ended;
  }

  /** Reports once what has ended, whichever server has ended it. */
  function sayEnd({ key, name, retreat }: ExperimentState): void {
    if (retreat === null || said.has(key)) return;
    noteEnd(key, { type: 'experiment.ended', data: { experiment: name, ...retreat } });
    said.add(key);
    const { measure, limitPercent, change } = retreat;
    log.warn('EXPERIMENT_ENDED', retreatSentence(name, retreat), {
      ...{ experiment: name, measure, limitPercent, percent: change.percent },
    });
  }

  /** @returns the states of this server's experiments */
  async function readStates(): Promise<ExperimentState[]> {
    let states = await store.experiments.list();
    const unknown = experiments.filter(({ key }) => !states.some((state) => state.key === key));
    for (const experiment of unknown) await begin(experiment);
    if (unknown.length > 0) states = await store.experiments.list();
    const own = states.filter((state) => experiments.some(({ key }) => key === state.key));
    const looked: ExperimentState[] = [];
    for (const state of own) looked.push(await endIfWorse(state));
    return looked;
  }

  return {
    areRunning: () => running.length > 0,
    runs: (name) => running.some((experiment) => experiment.name === name),
    assign: ({ hasRuntime }) => assignArms(running, { hasRuntime, random }),
    async look() {
      const states = await readStates();
      const [ended, others] = [states.filter(isEnded), states.filter((state) => !isEnded(state))];
      running = experiments.filter(({ key }) => others.some((state) => state.key === key));
      for (const state of ended) sayEnd(state);
    },
    async report() {
      const madeMs = now();
      const shown: ShownExperiment[] = [];
      const states = await store.experiments.list();
      for (const state of states.slice(0, experimentsLimits.shownCount))
        shown.push(show(state, await compare(state), experiments));
      return { madeMs, experiments: shown };
    },
    async armNames() {
      const states = await store.experiments.list();
      return Object.fromEntries(
        states.flatMap(({ name, control, treatment }) => [
          [control, `${name}, control`],
          [treatment, name],
        ]),
      );
    },
    async armNumbers(name, arm) {
      const states = await store.experiments.list();
      return states
        .filter((state) => state.name === name)
        .slice(0, experimentsLimits.filteredCount)
        .flatMap((state) => (arm === undefined ? experimentArms : [arm]).map((one) => state[one]));
    },
    async namesIn({ fromMs, toMs }) {
      const states = await store.experiments.list();
      const ran = states.filter(
        ({ startedMs, endedMs }) => startedMs < toMs && (endedMs ?? fromMs) >= fromMs,
      );
      return [...new Set(ran.map(({ name }) => name))].slice(0, experimentsLimits.shownCount);
    },
  };
}

const isEnded = ({ endedMs }: ExperimentState) => endedMs !== null;

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
