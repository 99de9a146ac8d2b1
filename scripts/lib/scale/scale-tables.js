import { calculateScale, figuresOf, shortNumber } from './calculate-scale.js';
import { readReports, scaleFigures } from './scale-figures.js';

/** @typedef {import('./scale-figures.js').GroupReport} GroupReport */

const reports = readReports();
const figures = figuresOf(scaleFigures(reports));
const values = new Map(figures.map(({ id, value }) => [id, value]));

/** @returns {string} the parts `intake` and `scale` of the recorded run, a table for each group */
export function measuredTables() {
  const tables = reports
    .filter(({ part }) => part === 'intake' || part === 'scale')
    .flatMap(({ title, groups, measuredAt, rounds, browser }) => [
      `**${title}**, on ${measuredAt.slice(0, 10)} with ${browser}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}.`,
      ...groups.filter(({ id }) => id !== 'viewer').map(groupTable),
    ]);
  return tables.join('\n\n');
}

/** @returns {string} a row for each figure that the calculation begins with */
export function assumptionTable() {
  const rows = figures.map(
    ({ label, value, from }) => `| ${label} | ${shortNumber(value)} | ${from} |`,
  );
  return ['| figure | value | from |', '| --- | ---: | --- |', ...rows].join('\n');
}

/** @returns {string} a row for each result, for other numbers of viewers too */
export function resultTable() {
  const sizes = [10_000, 100_000, 1_000_000];
  const columns = sizes.map((viewers) =>
    calculateScale((id) => (id === 'viewers' ? viewers : (values.get(id) ?? Number.NaN))),
  );
  const rows = (columns[0] ?? []).map(
    ({ label }, index) =>
      `| ${label} | ${columns.map((column) => shortNumber(column[index]?.value ?? Number.NaN)).join(' | ')} |`,
  );
  return [
    `| viewers at a time | ${sizes.map(shortNumber).join(' | ')} |`,
    '| --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

/** @param {GroupReport} group */
function groupTable({ title, lanes, rows }) {
  const lines = rows.map(({ measure, values: measured }) => {
    const cells = lanes.map(({ id }) => shortNumber(measured[id]?.median ?? Number.NaN));
    return `| ${measure.title}, ${measure.unit} | ${cells.join(' | ')} |`;
  });
  return [
    `| ${title} | ${lanes.map((lane) => lane.title).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(lanes.length)}`,
    ...lines,
  ].join('\n');
}
