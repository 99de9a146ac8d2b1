import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { costMeasures } from '../../../../shared/telemetry/cost-report.ts';
import type { StoreTables } from '../../store-tables.ts';
import { readLatestRows } from '../read-latest-rows.ts';
import type { ReportFilter } from '../report-figures.ts';
import type { CostFacts } from './cost-facts.ts';
import { costLimits } from './cost-limits.ts';
import type { FieldReportsTable } from './cost-tables.ts';

/** A measured embed. */
export interface MeasuredEmbed extends CostFacts {
  host: string;
  receivedMs: number;
}

/** One store's measured embeds of a time. */
export interface MeasuredPeriod {
  fromMs: number;
  toMs: number;
  /** Only embeds from this moment on; `null` if all of the time. */
  countedFromMs: number | null;
  embeds: MeasuredEmbed[];
}

/** One store's part of a report of costs. Parts of several stores can be added. */
export interface CostPart {
  present: MeasuredPeriod;
  /** The time before it, of the same length; `null` if the present has no beginning. */
  before: MeasuredPeriod | null;
}

const factsSchema = z.object({
  share: z.number(),
  version: z.string(),
  runtime: z.string(),
  engine: z.string(),
  device: z.string(),
  connection: z.string(),
  cache: z.enum(['warm', 'cold', '']),
  experiments: z.array(z.string()),
  measures: z.partialRecord(z.enum(costMeasures), z.number()),
  scripts: z.array(z.tuple([z.string(), z.number()])),
});

/** @param countedCount maximum number of embeds of each time */
export async function readCosts(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  { countedCount }: { countedCount: number } = costLimits,
): Promise<CostPart> {
  const { fromMs, toMs } = filter;
  const before = { ...filter, fromMs: Math.max(0, fromMs - (toMs - fromMs)), toMs: fromMs };
  return {
    present: await readPeriod(database, filter, countedCount),
    before: fromMs === 0 ? null : await readPeriod(database, before, countedCount),
  };
}

async function readPeriod(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  countedCount: number,
): Promise<MeasuredPeriod> {
  const { fromMs, toMs } = filter;
  const { countedFromMs, rows } = await readLatestRows(
    database,
    'field_reports',
    filter,
    countedCount,
  );
  return { fromMs, toMs, countedFromMs, embeds: await embedsOf(rows) };
}

type ReadRow = Pick<FieldReportsTable, 'host' | 'received_ms' | 'facts'>;

async function embedsOf(rows: readonly ReadRow[]): Promise<MeasuredEmbed[]> {
  const embeds: MeasuredEmbed[] = [];
  for (const { host, received_ms, facts } of rows) {
    const receivedMs = Number(received_ms);
    embeds.push({ host, receivedMs, ...z.parse(factsSchema, JSON.parse(facts)) });
    // A server reads PostgreSQL in the thread of its intake.
    if (embeds.length % costLimits.turnCount === 0) await nextTurn();
  }
  return embeds;
}
