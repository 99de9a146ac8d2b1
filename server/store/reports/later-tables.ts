import { parquetTables } from '../parquet/parquet-tables.ts';
import { audienceTables } from './audience/audience-tables.ts';
import { completenessTables } from './completeness/completeness-tables.ts';
import { pagesTables } from './completeness/pages-tables.ts';
import { costTables } from './cost/cost-tables.ts';
import { customTables } from './custom/custom-tables.ts';
import { dimensionTables } from './dimension-tables.ts';
import { experimentTables } from './experiments/experiment-tables.ts';
import { playbackDimensionTables } from './playback-dimension-tables.ts';

/** The latest steps of the migrations, in their order. A new one comes last. */
const inOrder = [
  // Reports of measured embeds.
  costTables,
  // Page loads and their events, by the hour.
  completenessTables,
  // Viewings, and minutes of watching.
  audienceTables,
  // Experiments and their playbacks.
  experimentTables,
  // Events in Parquet files.
  parquetTables,
  // Device, country and version of page loads.
  dimensionTables,
  // Dimensions that the operator names.
  customTables,
  // Engine and starter of playbacks.
  playbackDimensionTables,
  // Served player pages, and those that were heard of.
  pagesTables,
] as const;

export const laterTables = {
  sqlite: inOrder.flatMap(({ sqlite }): readonly string[] => sqlite),
  postgres: inOrder.flatMap(({ postgres }): readonly string[] => postgres),
} as const;
