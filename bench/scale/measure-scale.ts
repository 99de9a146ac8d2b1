import { makeGroup, type PartReport } from '../report/part-report.ts';
import type { BenchOptions } from '../support/bench-options.ts';
import { inRounds } from '../support/rounds.ts';
import { measureStores, type ScaleRun } from './measure-stores.ts';
import { type LimitedStores, openPostgres, openSqlite } from './open-stores.ts';
import { burstMeasures, expiryMeasures, reportMeasures } from './scale-measures.ts';

const mebibyte = 1_048_576;

/** Each store has less memory than a million documents take. */
const lanes = [
  // The server, with its thread for reports, is in this memory too.
  { id: 'sqlite', title: 'SQLite, 512 MB', open: () => openSqlite(512 * mebibyte) },
  ...[1, 2, 4].map((count) => ({
    id: `postgres${count}`,
    title: count === 1 ? 'one PostgreSQL, 256 MB' : `${count} PostgreSQL, 256 MB each`,
    open: () => openPostgres(count, 256 * mebibyte),
  })),
];

const run: ScaleRun = { documents: 1_000_000, atOnce: 64, perSecond: 100, steadySec: 30 };
const quickRun: ScaleRun = { documents: 2_000, atOnce: 64, perSecond: 100, steadySec: 5 };

/**
 * Measures stores that hold many documents and are larger than their memory: the figures of
 * docs/scale.md.
 */
export async function measureScale({
  rounds,
  isQuick,
  documents,
}: BenchOptions): Promise<PartReport> {
  const measuredRun = { ...(isQuick ? quickRun : run), ...(documents !== null && { documents }) };
  const count = rounds ?? 1;
  const { measured, failures } = await inRounds({
    lanes,
    rounds: count,
    title: 'Scale',
    titleOf: ({ title }) => title,
    measure: async ({ open }) => withStores(await open(), measuredRun),
  });
  const samples = measured.map(({ lane, round, result }) => ({
    lane: lane.id,
    round,
    figures: result,
  }));
  const { perSecond, atOnce } = measuredRun;
  const group = (id: string, title: string, measures: typeof burstMeasures) =>
    makeGroup(
      {
        id,
        title,
        ours: 'sqlite',
        lanes: lanes.map((lane) => ({ id: lane.id, title: lane.title, settings: '' })),
        measures,
      },
      samples,
      isQuick,
    );
  return {
    part: 'scale',
    title: 'Many documents',
    about: `${measuredRun.documents.toLocaleString('en-US')} documents with six events each, in stores whose memory is limited, page cache included; SQLite shares it with the server. Sender, server and stores share one machine, so what counts is processor time, and how figures change.`,
    measuredAt: new Date().toISOString(),
    browser: `Node ${process.version}`,
    rounds: count,
    isQuick,
    failures,
    groups: [
      group('burst', `A burst that fills the stores, ${atOnce} batches at a time`, burstMeasures),
      group('reports', `Steady, ${perSecond} documents a second, with reports`, reportMeasures),
      group('expiry', `Steady, ${perSecond} documents a second, with expiry`, expiryMeasures),
    ],
  };
}

async function withStores(stores: LimitedStores, measuredRun: ScaleRun) {
  try {
    return await measureStores(stores, measuredRun);
  } finally {
    await stores.dispose();
  }
}
