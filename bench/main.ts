import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureHostMessages } from './host-messages/measure-host-messages.ts';
import { measureIntake } from './intake/measure-intake.ts';
import { measureLogging } from './logging/measure-logging.ts';
import { measureLoads, measureManys, measurePlaybacks, measureRpcs } from './players/parts.ts';
import { writeHtml } from './players/write-html.ts';
import { isPartReport } from './report/part-report.ts';
import { printPart } from './report/print-part.ts';
import { readResults, recordResults } from './report/record-results.ts';
import type { BenchOptions } from './support/bench-options.ts';

/** Each part returns its measurements. */
const parts: Record<string, (options: BenchOptions) => Promise<unknown>> = {
  'host-messages': measureHostMessages,
  load: measureLoads,
  playback: measurePlaybacks,
  many: measureManys,
  rpc: measureRpcs,
  logging: measureLogging,
  intake: measureIntake,
};

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    'write-readme': { type: 'boolean', default: false },
  },
});
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(
    `There is no part "${unknown.join('", "')}"; there are: ${Object.keys(parts).join(', ')}.`,
  );
  process.exit(2);
}
const rounds = values.rounds === undefined ? null : Number(values.rounds);
if (rounds !== null && !(Number.isInteger(rounds) && rounds > 0)) {
  console.error('--rounds takes a whole number from 1.');
  process.exit(2);
}

const directory = fileURLToPath(new URL('../bench-results/', import.meta.url));
mkdirSync(directory, { recursive: true });
if (values['write-readme']) {
  recordResults(directory);
  process.exit();
}
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const file = `${directory}${name}.json`;
  const result = await measure({ rounds, isQuick: values.quick });
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  if (isPartReport(result)) printPart(result);
  console.log(`Written to ${file}`);
}
const reports = readResults(directory);
if (reports.length > 0) {
  await writeHtml(reports, `${directory}players.html`);
  console.log(`Written to ${directory}players.html`);
}
