import { controlMeasures } from '../players/control-measures.ts';
import { lineNames } from '../support/link/link-conditions.ts';
import { goalText, judgedText, short, verdictText } from './figure-text.ts';
import type { GroupReport, PartReport, Row } from './part-report.ts';

/** A column of a table: one measure, as a figure or as a ratio to the group's `against`. */
interface Column {
  measure: string;
  title: string;
  as: 'value' | 'ratio';
}

const loadColumns: readonly Column[] = [
  { measure: 'neededKb', title: 'JavaScript before a click plays, kB', as: 'value' },
  { measure: 'scriptKb', title: 'JavaScript of the first screen, kB', as: 'value' },
  { measure: 'playedScriptKb', title: 'JavaScript once it plays, kB', as: 'value' },
  { measure: 'cpuPlayable', title: 'CPU until a click plays', as: 'ratio' },
  { measure: 'blocking', title: 'blocking time, ms', as: 'value' },
  { measure: 'autoplayFrame', title: 'autoplay to the first frame', as: 'ratio' },
];

const playbackColumns: readonly Column[] = [
  { measure: 'wallPerSec', title: 'main thread, ms a second', as: 'value' },
  { measure: 'wallPerSec', title: 'against native MP4', as: 'ratio' },
  { measure: 'reactCommits', title: 'renders of React in 10 s', as: 'value' },
  { measure: 'idleScriptTasks', title: 'script tasks in 10 s, paused', as: 'value' },
];

const manyColumns: readonly Column[] = [
  { measure: 'manyCpu', title: 'CPU until all can be played', as: 'ratio' },
  { measure: 'manyRequests', title: 'requests', as: 'value' },
  { measure: 'manyHeapKb', title: 'heap, kB', as: 'value' },
];

const networkColumns: readonly Column[] = [
  { measure: 'coldFrame', title: 'autoplay to the first frame, ms', as: 'value' },
  { measure: 'warmFrame', title: 'from the cache, ms', as: 'value' },
  { measure: 'clickFrame', title: 'click to the first frame, ms', as: 'value' },
  { measure: 'posterRequests', title: 'requests before the poster', as: 'value' },
  { measure: 'posterKb', title: 'received before the poster, kB', as: 'value' },
];

const busyColumns: readonly Column[] = [
  { measure: 'blockedStill', title: 'stood still, thread blocked, s', as: 'value' },
  { measure: 'coresStill', title: 'stood still, machine busy, s', as: 'value' },
  { measure: 'distance', title: 'behind the newest media, s', as: 'value' },
  { measure: 'blockedBehind', title: 'farther behind afterwards, thread, s', as: 'value' },
  { measure: 'coresBehind', title: 'farther behind afterwards, machine, s', as: 'value' },
];

const columns: Readonly<Record<string, readonly Column[]>> = {
  load: loadColumns,
  playback: playbackColumns,
  many: manyColumns,
  busy: busyColumns,
  controls: controlMeasures.map(({ id, title }) => ({ measure: id, title, as: 'value' })),
  ...Object.fromEntries(lineNames.map((line) => [`network-${line}`, networkColumns])),
};

/** Parts that docs/scale.md shows. */
const partsOfScale = ['intake', 'scale'];

/** The README's table: opening an embed with one file. */
export function readmeTable(reports: readonly PartReport[]): string {
  const load = reports.find(({ part }) => part === 'load');
  const group = load?.groups.find(({ id }) => id === 'mp4');
  return load === undefined || group === undefined
    ? ''
    : [measuredText([load]), groupTable(group, loadColumns)].join('\n\n');
}

/** The tables of docs/performance.md: every goal, then every part's most important figures. */
export function performanceTables(all: readonly PartReport[]): string {
  const reports = all.filter(({ part }) => !partsOfScale.includes(part));
  const tables = reports.flatMap(({ part, title, groups }) =>
    groups.flatMap((group) => {
      const shown = columns[part];
      return shown === undefined ? [] : [`**${title}: ${group.title}.**`, groupTable(group, shown)];
    }),
  );
  return [measuredText(reports), goalsTable(reports), ...tables]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Every goal with its measured figure and whether it is met. */
export function goalsTable(reports: readonly PartReport[]): string {
  const lines = reports.flatMap(({ title, groups }) =>
    groups.flatMap((group) =>
      group.rows
        .filter(({ judged }) => judged !== null)
        .map(
          (row) =>
            `| ${title}, ${group.title} | ${measureText(row)} | ${judgedText(row)} | ${goal(row, group)} | ${verdictText(row)} |`,
        ),
    ),
  );
  return [
    '| part | measure | Offstage | goal | |',
    '| --- | --- | ---: | ---: | --- |',
    ...lines,
  ].join('\n');
}

const measureText = ({ measure }: Row) => `${measure.title}, ${measure.unit}`;
const goal = ({ measure }: Row, { lanes }: GroupReport) =>
  measure.goal === undefined ? '' : goalText(measure.goal, lanes);

function groupTable({ lanes, rows }: GroupReport, columns: readonly Column[]): string {
  const shown = columns.filter(({ measure }) => rows.some((row) => row.measure.id === measure));
  const cell = (lane: string, { measure, as }: Column) => {
    const row = rows.find((one) => one.measure.id === measure);
    const figure = as === 'ratio' ? row?.ratios[lane] : row?.values[lane];
    if (figure !== undefined) return `${short(figure.median)}${as === 'ratio' ? ' ×' : ''}`;
    // The lane that is the divisor.
    return as === 'ratio' && row?.values[lane] !== undefined ? '1 ×' : '–';
  };
  return [
    `| player | ${shown.map(({ title }) => title).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(shown.length)}`,
    ...lanes.map(
      ({ id, title }) => `| ${title} | ${shown.map((column) => cell(id, column)).join(' | ')} |`,
    ),
  ].join('\n');
}

/** Names each day and browser once: parts may have been measured in different runs. */
function measuredText(reports: readonly PartReport[]): string {
  if (reports.length === 0) return '';
  const runs = Map.groupBy(
    reports,
    ({ measuredAt, browser }) => `on ${measuredAt.slice(0, 10)} with ${browser}`,
  );
  const texts = [...runs].map(([when, parts]) => `${when}, ${roundsText(parts, runs.size > 1)}`);
  return `Measured ${texts.join('; ')}, medians; × is against the browser’s own \`<video controls>\` in the same round.`;
}

/** Parts may have different numbers of rounds. */
function roundsText(reports: readonly PartReport[], isNamed: boolean): string {
  const [count = 0, ...others] = new Set(reports.map(({ rounds }) => rounds));
  const counts =
    isNamed || others.length > 0
      ? reports.map(({ part, rounds }) => `${part} ${rounds}`).join(', ')
      : `${count}`;
  return `${counts} ${counts === '1' ? 'round' : 'rounds'}`;
}
