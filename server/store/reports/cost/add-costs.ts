import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CostDimension,
  type CostFigures,
  type CostGroup,
  type CostMeasure,
  type CostPercentiles,
  type CostReport,
  type CostScript,
  comparedMeasures,
  costDimensions,
  costMeasures,
} from '../../../../shared/telemetry/cost-report.ts';
import { latestCut } from '../latest-cut.ts';
import { costLimits } from './cost-limits.ts';
import type { CostPart, MeasuredEmbed, MeasuredPeriod } from './read-costs.ts';

/** All figures of an answer; who asks adds the moment, and names. */
export type Costs = Omit<CostReport, 'madeMs' | 'armNames'>;

/**
 * Adds the parts of one or more stores. Other work gets its turn in between, because a server reads
 * PostgreSQL in the thread of its intake.
 */
export async function addCosts(parts: readonly CostPart[]): Promise<Costs> {
  const present = addPeriods(parts.map((part) => part.present));
  const before = parts.flatMap((part) => (part.before === null ? [] : [part.before]));
  const groups: Partial<Costs['groups']> = {};
  for (const dimension of costDimensions) {
    groups[dimension] = groupsOf(present.embeds, dimension);
    await nextTurn();
  }
  return {
    present: figuresOf(present),
    before: before.length === 0 ? null : figuresOf(addPeriods(before)),
    groups: groups as Costs['groups'],
    scripts: scriptsOf(present.embeds),
  };
}

/** Counts from the latest moment at which a store is cut, so that all are counted alike. */
function addPeriods(periods: readonly MeasuredPeriod[]): MeasuredPeriod {
  const countedFromMs = latestCut(periods);
  const [first] = periods;
  return {
    fromMs: first?.fromMs ?? 0,
    toMs: first?.toMs ?? 0,
    countedFromMs,
    embeds: periods
      .flatMap(({ embeds }) => embeds)
      .filter(({ receivedMs }) => countedFromMs === null || receivedMs >= countedFromMs),
  };
}

function figuresOf({ embeds, ...period }: MeasuredPeriod): CostFigures {
  return {
    ...period,
    reports: embeds.length,
    embeds: Math.round(embeds.reduce((sum, { share }) => sum + 1 / share, 0)),
    measures: ofEach(costMeasures, (measure) => percentilesOf(sortedValues(embeds, measure))),
  };
}

function groupsOf(embeds: readonly MeasuredEmbed[], dimension: CostDimension): CostGroup[] {
  const groups = new Map<string, MeasuredEmbed[]>();
  for (const embed of embeds)
    for (const name of namesOf(embed, dimension)) {
      const own = groups.get(name);
      if (own === undefined) groups.set(name, [embed]);
      else own.push(embed);
    }
  const all = [...groups].map(([name, own]) => ({ name, own }));
  const compared = all.filter(isComparable).map(groupOf);
  const others = all
    .filter((group) => !isComparable(group))
    .sort((one, other) => other.own.length - one.own.length || (one.name < other.name ? -1 : 1))
    // Senders may invent any number of names.
    .slice(0, costLimits.groupsCount)
    .map(groupOf);
  return [
    ...compared.sort((one, other) => costOf(other) - costOf(one) || other.reports - one.reports),
    ...others,
  ].slice(0, costLimits.groupsCount);
}

interface EmbedGroup {
  name: string;
  own: readonly MeasuredEmbed[];
}

function groupOf({ name, own }: EmbedGroup): CostGroup {
  return {
    name,
    reports: own.length,
    p75: ofEach(comparedMeasures, (measure) => rankOf(sortedValues(own, measure), 0.75)),
  };
}

/** An embed in several experiments counts in each. */
function namesOf(embed: MeasuredEmbed, dimension: CostDimension): readonly string[] {
  if (dimension !== 'experiment') return [embed[dimension]];
  return embed.experiments.length === 0 ? [''] : embed.experiments;
}

const isComparable = ({ own }: EmbedGroup) => own.length >= costLimits.groupReportsCount;
const costOf = ({ p75 }: CostGroup) => p75.blockingMs ?? 0;

function scriptsOf(embeds: readonly MeasuredEmbed[]): CostScript[] {
  const scripts = new Map<string, { reports: number; ms: number }>();
  for (const embed of embeds)
    for (const [script, ms] of embed.scripts) {
      const known = scripts.get(script) ?? { reports: 0, ms: 0 };
      scripts.set(script, { reports: known.reports + 1, ms: known.ms + ms });
    }
  return [...scripts]
    .map(([script, counts]) => ({ script: script === '' ? null : script, ...counts }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, costLimits.worstScriptsCount);
}

function percentilesOf(sorted: Float64Array): CostPercentiles {
  return {
    count: sorted.length,
    p50: rankOf(sorted, 0.5),
    p75: rankOf(sorted, 0.75),
    p95: rankOf(sorted, 0.95),
  };
}

/** Nearest rank, as `quantile`, of values that are sorted once for all. */
function rankOf(sorted: Float64Array, q: number): number | null {
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? null;
}

/** A typed array sorts numbers, and several times faster than an array. */
function sortedValues(embeds: readonly MeasuredEmbed[], measure: CostMeasure): Float64Array {
  const values = new Float64Array(embeds.length);
  let count = 0;
  for (const { measures } of embeds) {
    const value = measures[measure];
    if (value === undefined) continue;
    values[count] = value;
    count += 1;
  }
  return values.subarray(0, count).sort();
}

function ofEach<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}
