import type { Failure } from '../support/rounds.ts';
import { type Spread, spreadOf } from '../support/spread.ts';

/** Meaning of one figure. For all of them, less is better. */
export interface Measure {
  id: string;
  title: string;
  unit: string;
  /** For a reader who knows the web, but not this bench. */
  explanation: string;
  goal?: Goal;
}

/**
 * A goal for ours, judged by the median of all rounds. `value`: the figure itself; a maximum of 0
 * applies to every round. `ratio`: ours divided by the lane `against` in the same round. `beyond`:
 * ours minus that lane in the same round.
 */
export interface Goal {
  kind: 'value' | 'ratio' | 'beyond';
  atMost: number;
  /** Lane that is the divisor or is subtracted; not for `value`. */
  against?: string;
  /** Known reason for missing it: a clause. */
  shortfall?: string;
}

export interface LaneTitle {
  id: string;
  title: string;
  /** Its configuration, for the reader of the report. */
  settings: string;
}

/** Results of one lane in one round, by measure. */
export interface Sample {
  round: number;
  lane: string;
  figures: Partial<Record<string, number>>;
}

/** Lanes that are compared with each other. */
export interface Group {
  id: string;
  title: string;
  /** The lane that must meet the goals. */
  ours: string;
  /** The lane that is the divisor in every row, if all are compared with one. */
  against?: string;
  lanes: readonly LaneTitle[];
  measures: readonly Measure[];
}

export interface Row {
  measure: Measure;
  /** By lane; missing if not measured. */
  values: Record<string, Spread & { samples: number }>;
  /**
   * Each lane divided by the group's `against` in the same round; missing if that is 0 or was not
   * measured.
   */
  ratios: Record<string, Spread>;
  /**
   * The judged figure over the rounds, and whether it meets the goal. Both are `null` if not
   * measured; `isMet` also in a smoke test.
   */
  judged: { spread: Spread | null; isMet: boolean | null } | null;
}

export interface GroupReport extends Omit<Group, 'measures'> {
  rows: Row[];
}

/** The results of one part of the bench. */
export interface PartReport {
  part: string;
  title: string;
  /** Description of the procedure, for the reader. */
  about: string;
  measuredAt: string;
  browser: string;
  rounds: number;
  /** A smoke test: the figures mean nothing. */
  isQuick: boolean;
  /** Lanes that failed in some round. */
  failures: Failure[];
  groups: GroupReport[];
}

export function makeGroup(
  { measures, ...group }: Group,
  samples: readonly Sample[],
  isQuick: boolean,
): GroupReport {
  const lanes = group.lanes.filter(({ id }) => samples.some(({ lane }) => lane === id));
  const rows = measures
    .map((measure) => makeRow(measure, { ...group, lanes }, samples, isQuick))
    .filter(({ values }) => Object.keys(values).length > 0);
  return { ...group, lanes, rows };
}

function makeRow(
  measure: Measure,
  { ours, against, lanes }: Omit<Group, 'measures'>,
  samples: readonly Sample[],
  isQuick: boolean,
): Row {
  const values: Row['values'] = {};
  const ratios: Row['ratios'] = {};
  for (const { id } of lanes) {
    const own = [...byRound(samples, id, measure.id).values()];
    if (own.length > 0) values[id] = { ...spreadOf(own), samples: own.length };
    const divided = against === undefined ? [] : pairs(samples, measure.id, id, against, divide);
    if (divided.length > 0 && id !== against) ratios[id] = spreadOf(divided);
  }
  return { measure, values, ratios, judged: judge(measure, ours, samples, isQuick) };
}

function judge(
  { id, goal }: Measure,
  ours: string,
  samples: readonly Sample[],
  isQuick: boolean,
): Row['judged'] {
  if (goal === undefined) return null;
  const figures = figuresOf(goal, id, ours, samples);
  if (figures.length === 0) return { spread: null, isMet: null };
  const spread = spreadOf(figures);
  // A maximum of 0 applies to every round.
  const judged = goal.kind === 'value' && goal.atMost === 0 ? spread.max : spread.median;
  return { spread, isMet: isQuick ? null : judged <= goal.atMost };
}

/** The judged figure of each round. */
function figuresOf(
  { kind, against }: Goal,
  id: string,
  ours: string,
  samples: readonly Sample[],
): number[] {
  if (kind === 'value' || against === undefined) return [...byRound(samples, ours, id).values()];
  return pairs(samples, id, ours, against, kind === 'ratio' ? divide : (a, b) => a - b);
}

/**
 * @returns one figure for each round in which both lanes were measured and `combine` returns one
 */
function pairs(
  samples: readonly Sample[],
  measure: string,
  lane: string,
  other: string,
  combine: (a: number, b: number) => number | null,
): number[] {
  const others = byRound(samples, other, measure);
  return [...byRound(samples, lane, measure)].flatMap(([round, value]) => {
    const otherValue = others.get(round);
    return otherValue === undefined ? [] : (combine(value, otherValue) ?? []);
  });
}

function divide(value: number, by: number): number | null {
  return by === 0 ? null : value / by;
}

/** @returns a lane's mean figure by round: some rounds measure it more than once */
export function byRound(
  samples: readonly Sample[],
  lane: string,
  measure: string,
): Map<number, number> {
  const rounds = new Map<number, number[]>();
  for (const { round, lane: of, figures } of samples) {
    const value = figures[measure];
    if (of !== lane || value === undefined || Number.isNaN(value)) continue;
    rounds.set(round, [...(rounds.get(round) ?? []), value]);
  }
  return new Map(
    [...rounds].map(([round, all]) => [round, all.reduce((sum, one) => sum + one, 0) / all.length]),
  );
}

/** @param result of any part */
export function isPartReport(result: unknown): result is PartReport {
  return typeof result === 'object' && result !== null && 'groups' in result && 'part' in result;
}
