import { explainedSurvivors } from './explained-survivors.ts';
import { isKilled, type Mutant, type Verdict } from './mutant.ts';
import { keyOf } from './sample-mutants.ts';

export interface JudgedMutant {
  mutant: Mutant;
  verdict: Verdict;
}

/** Share of mutants that the tests must kill. */
const leastRate = 0.8;

/** @returns whether enough mutants were killed */
export function printReport(judged: readonly JudgedMutant[], seed: number): boolean {
  const reasons = new Map(explainedSurvivors.map((survivor) => [keyOf(survivor), survivor.reason]));
  const survivors = judged.filter(({ verdict }) => !isKilled(verdict));
  let unexplained = 0;
  for (const { mutant, verdict } of survivors) {
    const reason = reasons.get(keyOf(mutant));
    if (reason === undefined) unexplained++;
    console.log(
      `\n${mutant.file}:${mutant.line} ${verdict.status}: ${reason ?? 'not explained yet'}`,
    );
    console.log(`  in     ${mutant.code}`);
    console.log(`  before ${mutant.before}`);
    console.log(`  after  ${mutant.after}`);
  }
  console.log(`\n${['worker', 'shared', 'server'].map((room) => rateOf(judged, room)).join('\n')}`);
  const rate = (judged.length - survivors.length) / judged.length;
  const timedOut = judged.filter(({ verdict }) => verdict.status === 'timed-out').length;
  console.log(
    `${percent(rate)} of ${judged.length} mutants killed (${timedOut} by their time limit), seed ${seed}; ` +
      `${survivors.length} survived, ${unexplained} of them not explained in tests/mutants/explained-survivors.ts`,
  );
  if (rate < leastRate) console.log(`At least ${percent(leastRate)} must be killed.`);
  return rate >= leastRate;
}

function rateOf(judged: readonly JudgedMutant[], room: string): string {
  const here = judged.filter(({ mutant }) => mutant.file.startsWith(`${room}/`));
  const killed = here.filter(({ verdict }) => isKilled(verdict)).length;
  return `${room}: ${killed} of ${here.length}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
