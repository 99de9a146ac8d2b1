import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { crashIntake } from './load/crash-intake.ts';
import { loadIntake } from './load/load-intake.ts';
import { soakPage } from './page/soak-page.ts';
import { printTrends } from './print-trends.ts';
import { soakSinks } from './sinks/soak-sinks.ts';
import type { SoakReport } from './soak-report.ts';
import { writeHtml } from './write-html.ts';

/** An hour finds slow leaks; the short form is for checking a change. */
const full = { minutes: 60, loadSeconds: 60, kills: 8, killSeconds: 8 };
const short = { minutes: 5, loadSeconds: 20, kills: 3, killSeconds: 4 };

const parts = ['page', 'load', 'crash', 'sinks'] as const;
type Part = (typeof parts)[number];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    'plant-leak': { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => !parts.includes(name as Part));
if (unknown.length > 0)
  fail(`There is no part "${unknown.join('", "')}"; there are: ${parts.join(', ')}.`);
const minutes = values.minutes === undefined ? null : Number(values.minutes);
if (minutes !== null && !(minutes > 0)) fail('--minutes takes a number above 0.');

const form = { ...(values.short ? short : full), ...(minutes !== null && { minutes }) };
const isWanted = (part: Part) => positionals.length === 0 || positionals.includes(part);
const isLeakPlanted = values['plant-leak'];

const report: SoakReport = { measuredAt: new Date().toISOString(), isLeakPlanted };
if (isWanted('page')) {
  console.log(`A page that plays for ${form.minutes} minutes:`);
  report.page = await soakPage({ minutes: form.minutes, isLeakPlanted });
  printTrends(report.page.trends);
}
if (isWanted('load')) {
  console.log('The intake under load:');
  report.load = await loadIntake(form.loadSeconds);
}
if (isWanted('crash')) {
  console.log('The intake under load, its server killed:');
  report.crash = await crashIntake(form.kills, form.killSeconds);
}
if (isWanted('sinks')) {
  console.log('The intake under load with all sinks, killed, and ClickHouse and the storage too:');
  report.sinks = await soakSinks(form.kills, form.killSeconds);
  console.log(report.sinks);
}

const directory = fileURLToPath(new URL('../../bench-results/', import.meta.url));
mkdirSync(directory, { recursive: true });
writeFileSync(`${directory}soak.json`, `${JSON.stringify(report, null, 2)}\n`);
await writeHtml(report, `${directory}soak.html`);
console.log(`Written to ${directory}soak.json and soak.html`);

const problems = [report.page, report.load, report.crash, report.sinks].flatMap(
  (part) => part?.problems ?? [],
);
for (const problem of problems) console.error(`NOT WELL: ${problem}`);
const unjudged = report.page?.trends.filter(({ verdict }) => verdict === 'too few points') ?? [];
if (unjudged.length > 0)
  console.error(`Too short to judge ${unjudged.length} of the measures: let it run longer.`);
console.log(problems.length === 0 ? 'All is well.' : `${problems.length} things are not well.`);
process.exit(problems.length === 0 ? 0 : 1);

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
