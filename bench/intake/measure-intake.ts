import { makeGroup, type PartReport, type Sample } from '../report/part-report.ts';
import type { BenchOptions } from '../support/bench-options.ts';
import { inRounds } from '../support/rounds.ts';
import { measurePages } from './measure-pages.ts';
import { measureStore, type StoreRun } from './measure-store.ts';
import { measureViewer } from './measure-viewer.ts';
import { storeMeasures, viewerMeasures } from './measures.ts';
import { type OpenStore, openPostgres, openSqlite } from './open-store.ts';

const stores = [
  { id: 'sqlite', title: 'SQLite', open: openSqlite },
  { id: 'postgres', title: 'PostgreSQL', open: () => openPostgres(0) },
  { id: 'quorum', title: 'PostgreSQL, any 1 of 2 standbys', open: () => openPostgres(2) },
] as const;

/** A playing page sends few events at a time; one that was offline for a day sends full batches. */
const sizes = [
  {
    id: 'small',
    title: 'Batches of 2 events, 64 documents at a time',
    events: 2,
    documents: 64,
    batches: 6_000,
  },
  {
    id: 'full',
    title: 'Batches of 100 events, 16 documents at a time',
    events: 100,
    documents: 16,
    batches: 1_500,
  },
] as const;

interface Lane {
  id: string;
  title: string;
  group: string;
  measure(isQuick: boolean): Promise<Sample['figures']>;
}

const lanes: readonly Lane[] = [
  ...sizes.flatMap((size) =>
    stores.map((store) => ({
      id: store.id,
      title: `${store.title}, ${size.title}`,
      group: size.id,
      measure: (isQuick: boolean) => withStore(store.open, runOf(size, isQuick)),
    })),
  ),
  {
    id: 'viewer',
    title: 'one viewer',
    group: 'viewer',
    measure: async (isQuick) => ({
      ...(await measurePages(isQuick ? 50 : 2_000)),
      // Shorter than the film, which lasts a minute: its end adds events.
      ...(await measureViewer(isQuick ? 5 : 30)),
    }),
  },
];

function runOf({ events, documents, batches }: (typeof sizes)[number], isQuick: boolean): StoreRun {
  const measured = isQuick ? batches / 20 : batches;
  return { events, documents, batches: measured, warmBatches: measured / 2 };
}

async function withStore(
  open: () => Promise<OpenStore>,
  run: StoreRun,
): Promise<Sample['figures']> {
  const store = await open();
  try {
    return await measureStore(store, run);
  } finally {
    await store.dispose();
  }
}

/**
 * Measures the intake's capacity by store, and the load of one viewer: the figures of
 * docs/scale.md.
 */
export async function measureIntake({ rounds, isQuick }: BenchOptions): Promise<PartReport> {
  const count = rounds ?? (isQuick ? 1 : 3);
  const { measured, failures } = await inRounds({
    lanes,
    rounds: count,
    title: 'Intake',
    titleOf: ({ title }) => title,
    measure: (lane) => lane.measure(isQuick),
  });
  const samplesOf = (group: string): Sample[] =>
    measured
      .filter(({ lane }) => lane.group === group)
      .map(({ lane, round, result }) => ({ lane: lane.id, round, figures: result }));
  const laneTitles = stores.map(({ id, title }) => ({ id, title, settings: '' }));
  return {
    part: 'intake',
    title: 'The intake',
    about:
      'Documents send batches as fast as the intake takes them, over loopback. What an event costs is told in processor time, because sender, server and store share the machine. At the end of each lane the server is killed under load and what it had acknowledged is counted.',
    measuredAt: new Date().toISOString(),
    browser: `Node ${process.version}`,
    rounds: count,
    isQuick,
    failures,
    groups: [
      ...sizes.map(({ id, title }) =>
        makeGroup(
          { id, title, ours: 'sqlite', lanes: laneTitles, measures: storeMeasures },
          samplesOf(id),
          isQuick,
        ),
      ),
      makeGroup(
        {
          id: 'viewer',
          title: 'One viewer',
          ours: 'viewer',
          lanes: [{ id: 'viewer', title: 'an embed', settings: '' }],
          measures: viewerMeasures,
        },
        samplesOf('viewer'),
        isQuick,
      ),
    ],
  };
}
