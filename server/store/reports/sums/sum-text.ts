import { reportLimits } from '../report-limits.ts';
import {
  addCause,
  type Cause,
  emptySum,
  type Measured,
  otherNames,
  outcomeNames,
  type PlaybackSum,
} from './playback-sum.ts';
import type { Bins } from './value-bins.ts';

/**
 * The figures of a stored sum, without its outcomes: the other figures, bars and bins of the two
 * measures, and causes. Lists without names, because there are thousands of sums in a report. Bins
 * are pairs of bin and count.
 */
type SumLists = [
  figures: number[],
  startBars: number[],
  startBins: number[],
  rebufferBars: number[],
  rebufferBins: number[],
  causes: [isRefusal: 0 | 1, name: string, playbacks: number, before: number][],
];

export function writeSum(sum: PlaybackSum): string {
  const lists: SumLists = [
    otherNames.map((name) => sum.figures[name]),
    sum.start.bars,
    [...sum.start.bins].flat(),
    sum.rebuffer.bars,
    [...sum.rebuffer.bins].flat(),
    frequentCauses(sum).map(({ isRefusal, name, playbacks, before }) => [
      isRefusal ? 1 : 0,
      name,
      playbacks,
      before,
    ]),
  ];
  return JSON.stringify(lists);
}

/** Only the most frequent ones: a sender can invent any number of names. */
function frequentCauses({ causes }: PlaybackSum): Cause[] {
  const known = [...causes.values()].filter(({ playbacks }) => playbacks !== 0);
  if (known.length <= reportLimits.sumCausesCount) return known;
  known.sort((one, other) => other.playbacks - one.playbacks);
  const joined = emptySum();
  known.forEach((cause, index) => {
    addCause(joined, index < reportLimits.sumCausesCount ? cause : { ...cause, name: '' });
  });
  return [...joined.causes.values()];
}

export type StoredSum = Record<(typeof outcomeNames)[number], number> & { figures: string };

/** A stored sum is not as `writeSum` wrote it. */
export class DamagedSumError extends Error {
  constructor() {
    super(
      'A stored sum of playbacks is damaged. `offstage rebuild` computes all sums again from the events.',
    );
  }
}

/** @throws {DamagedSumError} */
export function readSum(stored: StoredSum): PlaybackSum {
  const sum = emptySum();
  for (const name of outcomeNames) sum.figures[name] = Number(stored[name]);
  const [figures, startBars, startBins, rebufferBars, rebufferBins, causes] = readLists(
    stored.figures,
  );
  otherNames.forEach((name, index) => {
    sum.figures[name] = figures[index] ?? 0;
  });
  sum.start = measuredOf(startBars, startBins);
  sum.rebuffer = measuredOf(rebufferBars, rebufferBins);
  for (const [isRefusal, name, playbacks, before] of causes)
    addCause(sum, { isRefusal: isRefusal === 1, name, playbacks, before });
  return sum;
}

function readLists(text: string): SumLists {
  let lists: unknown;
  try {
    lists = JSON.parse(text);
  } catch {
    throw new DamagedSumError();
  }
  if (!areSumLists(lists)) throw new DamagedSumError();
  return lists;
}

/** Without a schema library: a report reads thousands of sums. */
function areSumLists(lists: unknown): lists is SumLists {
  if (!Array.isArray(lists) || lists.length !== 6 || !lists.every(Array.isArray)) return false;
  return lists.every((list: unknown[], index) => list.every(index < 5 ? Number.isFinite : isCause));
}

const isCause = (cause: unknown) => Array.isArray(cause) && cause.length === 4;

function measuredOf(bars: number[], pairs: readonly number[]): Measured {
  const bins: Bins = new Map();
  for (let at = 0; at < pairs.length; at += 2) bins.set(pairs[at] ?? 0, pairs[at + 1] ?? 0);
  return { bars, bins };
}
