import { short, spreadText } from '../report/figure-text.ts';
import { type LoggingReport, ourLane, type ReportRow } from './report.ts';

export function printReport({ rows, lanes, browser, rounds, isQuick }: LoggingReport): void {
  console.log(
    `\nWhat logging costs: median (least–most) ×ratio to ours. ${browser}, ${rounds} rounds`,
  );
  if (isQuick)
    console.log('A smoke test: too few events and rounds for the figures to mean anything.');
  console.log(`\n| measure | goal | met | ${lanes.map(({ title }) => title).join(' | ')} |`);
  console.log(`| --- | ---: | --- |${' ---: |'.repeat(lanes.length)}`);
  for (const row of rows) {
    const { title, unit, goal } = row.measure;
    const cells = lanes.map(({ id }) => cell(row, id));
    console.log(
      `| ${title}, ${unit} | ${goal === undefined ? '' : `≤ ${goal}`} | ${verdict(row)} | ${cells.join(' | ')} |`,
    );
  }
  console.log();
}

function verdict({ isMet }: ReportRow): string {
  if (isMet === null) return '';
  return isMet ? 'yes' : '**no**';
}

function cell({ values, ratios }: ReportRow, lane: string): string {
  const value = values[lane];
  if (value === undefined) return '–';
  const ratio = ratios[lane];
  const ratioText = ratio === undefined || lane === ourLane ? '' : ` ×${short(ratio)}`;
  return `${spreadText(value)}${ratioText}`;
}
