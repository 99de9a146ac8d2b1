import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createMutants, mutatedFiles } from './create-mutants.ts';
import { judgeMutants } from './judge-mutants.ts';
import { isKilled } from './mutant.ts';
import { type JudgedMutant, printReport } from './print-report.ts';
import { runFiles } from './run-files.ts';
import { recordCoverage } from './runner-client.ts';
import { keyOf, sampleMutants } from './sample-mutants.ts';

// npm run test:mutants [-- --seed N] [--count N] [--files GLOB …] [--tests PART …] [--survivors]:
// changes the code in one place at a time, and counts how often a test fails.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    count: { type: 'string', default: '300' },
    files: { type: 'string', multiple: true, default: mutatedFiles },
    // Parts of the paths of the judging test files; all without it.
    tests: { type: 'string', multiple: true, default: [] },
    // Uses the coverage of the last run when neither the sources nor the tests have changed since.
    recorded: { type: 'boolean', default: false },
    // Only the survivors of the last run, for improving the tests.
    survivors: { type: 'boolean', default: false },
  },
});

mkdirSync(runFiles.directory, { recursive: true });
const sources = await createMutants(values.files);
writeFileSync(runFiles.sources, JSON.stringify(sources));
const { mutants } = sources;
const sample = values.survivors
  ? survivorsOf(mutants)
  : sampleMutants(mutants, Number(values.count), Number(values.seed));
console.log(`${sample.length} of ${mutants.length} mutants, seed ${values.seed}`);

if (!values.recorded) {
  const [unit, browser] = await Promise.all([
    recordCoverage('unit', values.tests),
    recordCoverage('browser', values.tests),
  ]);
  for (const file of [...unit.failed, ...browser.failed])
    console.log(`Only its passing tests are used, because it fails without a mutant: ${file}`);
  writeFileSync(
    runFiles.coverage,
    JSON.stringify({ unit: unit.coverage, browser: browser.coverage }),
  );
}
const judged = await judgeMutants(
  sample,
  mutants,
  JSON.parse(readFileSync(runFiles.coverage, 'utf8')),
);
writeFileSync(runFiles.results, JSON.stringify(judged, null, 2));
process.exit(printReport(judged, Number(values.seed)) ? 0 : 1);

function survivorsOf<T extends JudgedMutant['mutant']>(mutants: readonly T[]): T[] {
  const last: JudgedMutant[] = JSON.parse(readFileSync(runFiles.results, 'utf8'));
  const alive = last.filter(({ verdict }) => !isKilled(verdict));
  const keys = new Set(alive.map(({ mutant }) => keyOf(mutant)));
  return mutants.filter((mutant) => keys.has(keyOf(mutant)));
}
