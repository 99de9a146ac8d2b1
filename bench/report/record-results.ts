import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineNames } from '../support/link/link-conditions.ts';
import { fourDigits } from './four-digits.ts';
import { isPartReport, type PartReport } from './part-report.ts';
import { performanceTables, readmeTable } from './result-tables.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Results of the run that the documents quote. */
const recordFile = 'docs/bench/results.json';
const partNames = [
  'load',
  'playback',
  'many',
  'rpc',
  ...lineNames.map((line) => `network-${line}`),
  'busy',
  'controls',
  'intake',
  'scale',
];
const [begin, end] = ['<!-- bench -->', '<!-- /bench -->'];

/** Documents that quote the recorded run, and the text between their marks. */
const quotes: Readonly<Record<string, (reports: readonly PartReport[]) => string>> = {
  'README.md': readmeTable,
  'docs/performance.md': performanceTables,
};

/** @returns the measured parts, including smoke tests */
export function readResults(directory: string): PartReport[] {
  return partNames.flatMap((name) => {
    const file = `${directory}${name}.json`;
    if (!existsSync(file)) return [];
    const result: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isPartReport(result) ? [result] : [];
  });
}

/**
 * Makes README.md and docs/performance.md quote the newest results of each part. A part that was
 * not measured keeps its recorded results. Smoke tests are not recorded.
 */
export function recordResults(directory: string): void {
  const reports = readResults(directory).filter(({ isQuick }) => !isQuick);
  if (reports.length === 0)
    throw new Error('There are no results to record: run `npm run bench` first.');
  const newest = newestReports([...readRecord(), ...reports.map(withoutTexts)]);
  const file = `${root}${recordFile}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(newest, fourDigits)}\n`);
  for (const [name, text] of Object.entries(quotedTexts())) writeFileSync(`${root}${name}`, text);
  console.log(`Recorded in ${recordFile}, and quoted in ${Object.keys(quotes).join(' and ')}.`);
}

/** @returns by document, its whole text with the tables of the recorded run */
export function quotedTexts(): Record<string, string> {
  const reports = readRecord();
  return Object.fromEntries(
    Object.entries(quotes).map(([name, tables]) => {
      const text = readFileSync(`${root}${name}`, 'utf8');
      const [from, until] = [text.indexOf(begin), text.indexOf(end)];
      if (from < 0 || until < from)
        throw new Error(`${name} has no place for the bench's tables (${begin}).`);
      return [
        name,
        `${text.slice(0, from + begin.length)}\n${tables(reports)}\n${text.slice(until)}`,
      ];
    }),
  );
}

function readRecord(): PartReport[] {
  const file = `${root}${recordFile}`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** @returns the latest report of each part, in the order of the documents */
export function newestReports(reports: readonly PartReport[]): PartReport[] {
  return partNames.flatMap((name) => {
    const own = reports.filter(({ part }) => part === name);
    return own.toSorted((a, b) => a.measuredAt.localeCompare(b.measuredAt)).slice(-1);
  });
}

/** The report's explanations need not be stored with every run. */
function withoutTexts(report: PartReport): PartReport {
  const groups = report.groups.map((group) => ({
    ...group,
    lanes: group.lanes.map((lane) => ({ ...lane, settings: '' })),
    rows: group.rows.map((row) => ({ ...row, measure: { ...row.measure, explanation: '' } })),
  }));
  return { ...report, about: '', groups };
}
