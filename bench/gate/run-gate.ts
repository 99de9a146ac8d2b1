import { measureSamples } from '../players/measure-part.ts';
import { startServers } from '../players/start-bench.ts';
import { spreadText } from '../report/figure-text.ts';
import { byRound, type Sample } from '../report/part-report.ts';
import type { Failure } from '../support/rounds.ts';
import { spreadOf } from '../support/spread.ts';
import { type GateCheck, type GatePart, gateParts } from './gate-parts.ts';
import { type GateRecord, hasGateRecord, readGateRecord, writeGateRecord } from './gate-record.ts';
import { type Judgement, judgeFigures, judgeLowest } from './judge-figures.ts';
import { type PlantName, plantOf } from './plants.ts';

/** A record is measured more often, because every later run is compared with it. */
const recordedRounds = 9;

export interface GateOptions {
  parts: readonly GatePart[];
  /** `null` for the default of each part. */
  rounds: number | null;
  /** Makes ours worse, to see that the gate is shut. */
  plant: PlantName | null;
}

/**
 * Measures ours beside the browser's own player, and compares with the recorded figures.
 * @returns whether nothing got worse
 */
export async function runGate(options: GateOptions): Promise<boolean> {
  const { parts } = options;
  const record = readGateRecord();
  const { browser, figures, failures } = await measureAll(options);
  if (browser !== record.browser)
    console.log(`Recorded with ${record.browser}, measured with ${browser}.`);
  for (const { lane, round, message } of failures)
    console.log(`Not measured: ${lane}, round ${round + 1}: ${message}`);
  const rows = parts.flatMap((part) =>
    part.checks.map((check) => {
      const key = keyOf(part, check);
      const [recorded, now] = [record.figures[key], figures[key]];
      const judgement = recorded && now ? judge(check, recorded, now) : null;
      return { title: titleOf(part, check), judgement };
    }),
  );
  for (const { title, judgement } of rows) console.log(lineOf(title, judgement));
  const bad = rows.filter(({ judgement }) => judgement === null || judgement.verdict === 'worse');
  const better = rows.filter(({ judgement }) => judgement?.verdict === 'better');
  if (better.length > 0)
    console.log(
      `${better.length} got better: \`npm run bench -- --gate --record\` makes that the new floor.`,
    );
  console.log(
    bad.length === 0
      ? `The gate is open: none of ${rows.length} figures got worse.`
      : `The gate is shut: ${bad.length} of ${rows.length} figures got worse or are missing.`,
  );
  return bad.length === 0;
}

/**
 * Measures this state, to which later ones are compared. What the other parts have recorded stays.
 * @throws an Error if a lane failed in any round
 */
export async function recordGate({ parts, rounds }: GateOptions): Promise<boolean> {
  const { browser, figures, failures } = await measureAll({
    parts,
    rounds: rounds ?? recordedRounds,
    plant: null,
  });
  if (failures.length > 0)
    throw new Error(
      `Nothing was recorded, because ${failures[0]?.lane} failed: ${failures[0]?.message}`,
    );
  const before = hasGateRecord() ? readGateRecord().figures : {};
  const keys = gateParts.flatMap((part) => part.checks.map((check) => keyOf(part, check)));
  const all = { ...before, ...figures };
  writeGateRecord({
    measuredAt: new Date().toISOString(),
    browser,
    figures: Object.fromEntries(keys.flatMap((key) => (all[key] ? [[key, all[key]]] : []))),
  });
  const { length } = Object.keys(figures);
  console.log(`Recorded ${length} figures in docs/bench/gate.json. Format it: npm run format.`);
  return true;
}

async function measureAll({
  parts,
  rounds,
  plant,
}: GateOptions): Promise<Omit<GateRecord, 'measuredAt'> & { failures: Failure[] }> {
  const bench = await startServers();
  if (plant !== null) bench.plant = plantOf(plant);
  try {
    const figures: GateRecord['figures'] = {};
    const failures: Failure[] = [];
    for (const part of parts) {
      const measured = await measureSamples(bench, part, rounds ?? part.rounds);
      failures.push(...measured.failures);
      for (const check of part.checks) {
        const own = figuresOf(check, measured.samples);
        if (own.length > 0) figures[keyOf(part, check)] = own;
      }
    }
    return { browser: `Chromium ${bench.version}`, figures, failures };
  } finally {
    await bench.close();
  }
}

/**
 * Divides by the median of all rounds of the browser's own players: in a single round they scatter
 * more than ours.
 */
function figuresOf({ lanes, measure, speed }: GateCheck, samples: readonly Sample[]): number[] {
  const own = lanes.flatMap((lane) => [...byRound(samples, lane, measure.id).values()]);
  if (speed === null) return own;
  const others = speed.lanes.flatMap((other) => [
    ...byRound(samples, other, speed.measure).values(),
  ]);
  if (others.length === 0) return [];
  const { median } = spreadOf(others);
  return own.map((value) => value / median);
}

/** A smaller rise is none: the machine's speed in two runs is only known to about a fifth. */
const leastShareOf = ({ speed }: GateCheck) => (speed === null ? 0.01 : 0.3);

function judge(check: GateCheck, recorded: readonly number[], now: readonly number[]): Judgement {
  return check.judge === 'lowest'
    ? judgeLowest(recorded, now)
    : judgeFigures(recorded, now, leastShareOf(check));
}

const keyOf = ({ part }: GatePart, { lanes, measure }: GateCheck) =>
  `${part} ${lanes.join(' and ')} ${measure.id}`;

function titleOf({ part }: GatePart, { lanes, measure, speed }: GateCheck): string {
  const unit = speed === null ? measure.unit : `× ${speed.measure} of ${speed.lanes.join(' and ')}`;
  return `${part}, ${lanes.join(' and ')}: ${measure.title}, ${unit}`;
}

function lineOf(title: string, judgement: Judgement | null): string {
  if (judgement === null) return `missing  ${title}`;
  const { verdict, recorded, now } = judgement;
  return `${verdict.padEnd(8)} ${title}: ${spreadText(now)}, recorded ${spreadText(recorded)}`;
}
