import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gateParts } from './gate/gate-parts.ts';
import { isPlantName, plantNames } from './gate/plants.ts';
import { recordGate, runGate } from './gate/run-gate.ts';
import { measureHostMessages } from './host-messages/measure-host-messages.ts';
import { measureIntake } from './intake/measure-intake.ts';
import { measureLogging } from './logging/measure-logging.ts';
import { measureBusys } from './players/busy-part.ts';
import { measureControlsPart } from './players/controls-part.ts';
import { measurePart } from './players/measure-part.ts';
import { measureNetworks } from './players/network-part.ts';
import { loadPart, measureManys, measureRpcs, playbackPart } from './players/parts.ts';
import { writeHtml } from './players/write-html.ts';
import { isPartReport } from './report/part-report.ts';
import { printPart } from './report/print-part.ts';
import { readResults, recordResults } from './report/record-results.ts';
import { measureReports } from './reports/measure-reports.ts';
import { measureScale } from './scale/measure-scale.ts';
import type { BenchOptions } from './support/bench-options.ts';
import { isLineName, lineNames } from './support/link/link-conditions.ts';

/** Each part returns its measurements; `network` a list of them, one for each line. */
const parts: Record<string, (options: BenchOptions) => Promise<unknown>> = {
  'host-messages': measureHostMessages,
  load: (options) => measurePart(options, loadPart),
  playback: (options) => measurePart(options, playbackPart),
  many: measureManys,
  rpc: measureRpcs,
  network: measureNetworks,
  busy: measureBusys,
  controls: measureControlsPart,
  logging: measureLogging,
  intake: measureIntake,
  reports: measureReports,
  scale: measureScale,
};

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    playbacks: { type: 'string' },
    documents: { type: 'string' },
    quick: { type: 'boolean', default: false },
    line: { type: 'string', multiple: true, default: ['slow-4g'] },
    'write-readme': { type: 'boolean', default: false },
    gate: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    plant: { type: 'string' },
  },
});
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(
    `There is no part "${unknown.join('", "')}"; there are: ${Object.keys(parts).join(', ')}.`,
  );
  process.exit(2);
}
const [rounds, playbacks, documents] = [
  wholeNumber('rounds'),
  wholeNumber('playbacks'),
  wholeNumber('documents'),
];
const unknownLine = values.line.find((name) => !isLineName(name));
if (unknownLine !== undefined) {
  console.error(`There is no line "${unknownLine}"; there are: ${lineNames.join(', ')}.`);
  process.exit(2);
}
const { plant = null } = values;
if (plant !== null && !isPlantName(plant)) {
  console.error(
    `There is nothing to plant called "${plant}"; there are: ${plantNames.join(', ')}.`,
  );
  process.exit(2);
}
if (!values.gate && (values.record || plant !== null)) {
  console.error(`--${values.record ? 'record' : 'plant'} works with --gate only.`);
  process.exit(2);
}
if (values.record && plant !== null) {
  console.error('--record does not record a planted fault; leave out --plant.');
  process.exit(2);
}
const options = {
  rounds,
  playbacks,
  documents,
  isQuick: values.quick,
  lines: values.line.filter(isLineName),
};

const directory = fileURLToPath(new URL('../bench-results/', import.meta.url));
mkdirSync(directory, { recursive: true });
if (values['write-readme']) {
  recordResults(directory);
  process.exit();
}
if (values.gate) {
  const gated = gateParts.filter(({ part }) => wanted.length === 0 || wanted.includes(part));
  const gate = values.record ? recordGate : runGate;
  const isOpen = await gate({ parts: gated, rounds, plant }).catch((error: Error) => {
    console.error(error.message);
    return false;
  });
  process.exit(isOpen ? 0 : 1);
}
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const result of [await measure(options)].flat()) {
    const file = `${directory}${isPartReport(result) ? result.part : name}.json`;
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
    if (isPartReport(result)) printPart(result);
    console.log(`Written to ${file}`);
  }
}
const reports = readResults(directory);
if (reports.length > 0) {
  await writeHtml(reports, `${directory}players.html`);
  console.log(`Written to ${directory}players.html`);
}

/** @returns `null` if it was not given */
function wholeNumber(name: 'rounds' | 'playbacks' | 'documents'): number | null {
  const text = values[name];
  if (text === undefined) return null;
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  console.error(`--${name} takes a whole number from 1.`);
  process.exit(2);
}
