import { type Measure, makeGroup, type PartReport, type Sample } from '../report/part-report.ts';
import type { BenchOptions } from '../support/bench-options.ts';
import { inRounds } from '../support/rounds.ts';
import { arms } from './fill-arms.ts';
import { days, fillBusyHour, fillPlaybacks, toMs } from './fill-playbacks.ts';
import { openPostgres, openSqlite, type ReportStore } from './open-report-store.ts';
import { busyQuestions, lastMonth, questions } from './questions.ts';

const stores = [
  { id: 'sqlite', title: 'SQLite', open: openSqlite },
  { id: 'postgres', title: 'PostgreSQL', open: openPostgres },
] as const;

/** The first answers also load code and read the disk. */
const warmCount = 2;
const measuredCount = 5;

/** Measures how long a report takes on each store, for the number of playbacks that it holds. */
export async function measureReports({
  rounds,
  isQuick,
  playbacks,
}: BenchOptions): Promise<PartReport> {
  const playbacksCount = playbacks ?? (isQuick ? 2_000 : 1_000_000);
  const count = rounds ?? 1;
  const { measured, failures } = await inRounds({
    lanes: stores,
    rounds: count,
    title: 'Reports',
    titleOf: ({ title }) => title,
    measure: ({ open }) => withStore(open, playbacksCount),
  });
  return {
    part: 'reports',
    title: 'Reports',
    about: `The dashboard's answers from a store with ${playbacksCount.toLocaleString('en-US')} playbacks in ${days} days, of 5,000 videos on 1,000 pages, and then as many in one busy hour; in the process that holds the store: without HTTP, with nothing else to do.`,
    measuredAt: new Date().toISOString(),
    browser: `Node ${process.version}`,
    rounds: count,
    isQuick,
    failures,
    groups: [
      makeGroup(
        {
          id: 'reports',
          title: 'Time of a report',
          ours: 'sqlite',
          lanes: stores.map(({ id, title }) => ({ id, title, settings: '' })),
          measures,
        },
        measured.map(({ lane, round, result }) => ({ lane: lane.id, round, figures: result })),
        isQuick,
      ),
    ],
  };
}

const measures: readonly Measure[] = [
  ...[...questions, ...busyQuestions].map(({ id, title }) => ({
    id,
    title,
    unit: 'ms',
    explanation: `Median of ${measuredCount} answers, after ${warmCount} that are not counted.`,
    goal: { kind: 'value', atMost: 300 } as const,
  })),
  {
    id: 'audience',
    title: 'who watched what, the last 30 days',
    unit: 'ms',
    explanation: 'The answer of the page “Audience”, measured alike.',
    goal: { kind: 'value', atMost: 300 },
  },
  {
    id: 'cost',
    title: 'what embeds cost, the last 30 days',
    unit: 'ms',
    explanation:
      'The answer of the page “Cost”, with the time before; one embed in ten is measured.',
    goal: { kind: 'value', atMost: 300 },
  },
  {
    id: 'experiment',
    title: 'an experiment with half of the playbacks in each arm',
    unit: 'ms',
    explanation: 'One experiment of the page “Experiments”, measured alike.',
    goal: { kind: 'value', atMost: 300 },
  },
  {
    id: 'bytes',
    title: 'in the store, a playback',
    unit: 'bytes',
    explanation:
      'With its indexes and its part in the sums, and without its events. A store that has been filled at once keeps some free room.',
  },
];

async function withStore(
  open: () => Promise<ReportStore>,
  playbacksCount: number,
): Promise<Sample['figures']> {
  const opened = await open();
  try {
    const before = await opened.bytes();
    await fillPlaybacks(opened.driver, playbacksCount);
    await opened.settle();
    const figures: Record<string, number> = {
      bytes: ((await opened.bytes()) - before) / playbacksCount,
    };
    for (const { id, filter } of questions)
      figures[id] = await medianMs(() => opened.store.reports.dashboard(filter));
    figures.audience = await medianMs(() => opened.store.reports.audience(lastMonth, toMs));
    figures.cost = await medianMs(() => opened.store.reports.cost(lastMonth));
    figures.experiment = await medianMs(() =>
      opened.store.reports.experiment({ ...arms, share: 0.5, fromMs: 0, toMs }),
    );
    await fillBusyHour(opened.driver, { first: playbacksCount, count: playbacksCount });
    await opened.settle();
    for (const { id, filter } of busyQuestions)
      figures[id] = await medianMs(() => opened.store.reports.dashboard(filter));
    return figures;
  } finally {
    await opened.dispose();
  }
}

async function medianMs(ask: () => Promise<unknown>): Promise<number> {
  const tookMs: number[] = [];
  for (let count = 0; count < warmCount + measuredCount; count += 1) {
    const startMs = performance.now();
    await ask();
    if (count >= warmCount) tookMs.push(performance.now() - startMs);
  }
  return tookMs.toSorted((a, b) => a - b)[Math.floor(measuredCount / 2)] ?? Number.NaN;
}
