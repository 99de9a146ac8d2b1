import { goalText, judgedText, short, spreadText, verdictText } from './figure-text.ts';
import type { GroupReport, PartReport } from './part-report.ts';

/** Prints a part: its goals, then a table for each group with a line for each lane. */
export function printPart({ title, groups, browser, rounds, isQuick, failures }: PartReport): void {
  console.log(`\n${title}: median (least–most) ×ratio. ${browser}, ${rounds} rounds`);
  if (isQuick) console.log('A smoke test: too few rounds for the figures to mean anything.');
  for (const group of groups) printGroup(group);
  for (const { lane, round, message } of failures)
    console.log(`Not measured: ${lane}, round ${round + 1}: ${message}`);
}

function printGroup({ title, lanes, rows }: GroupReport): void {
  console.log(`\n${title}`);
  for (const row of rows) {
    const { measure } = row;
    const goal =
      measure.goal === undefined
        ? ''
        : ` Goal ${goalText(measure.goal, lanes)}: ${judgedText(row)}, ${verdictText(row)}.`;
    console.log(`  ${measure.title}, ${measure.unit}.${goal}`);
    for (const { id, title: lane } of lanes) {
      const value = row.values[id];
      if (value === undefined) continue;
      const ratio = row.ratios[id];
      console.log(
        `    ${lane.padEnd(24)} ${spreadText(value)}${ratio ? ` ×${short(ratio.median)}` : ''}`,
      );
    }
  }
}
