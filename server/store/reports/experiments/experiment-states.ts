import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { type Retreat, retreatSchema } from '../../../../shared/telemetry/experiment-report.ts';
import type { StoreTables } from '../../store-tables.ts';

/** An experiment that was not there before. */
export interface NewExperiment {
  /** Name, share and effect in one text; another text is another experiment. */
  key: string;
  name: string;
  /** 0 to 1. */
  share: number;
  effect: string;
  control: number;
  treatment: number;
  /** Unix milliseconds. */
  startedMs: number;
}

export interface ExperimentState extends NewExperiment {
  /** `null` while it has not been ended. */
  endedMs: number | null;
  retreat: Retreat | null;
}

/** The end of an experiment. */
export interface ExperimentEnd {
  endedMs: number;
  retreat: Retreat;
}

/** @returns all experiments, the latest first */
export async function listExperiments(database: Kysely<StoreTables>): Promise<ExperimentState[]> {
  const rows = await database
    .selectFrom('experiments')
    .selectAll()
    .orderBy('started_ms', 'desc')
    .orderBy('key')
    .execute();
  return rows.map(({ started_ms, ended_ms, retreat, ...row }) => ({
    ...row,
    control: Number(row.control),
    treatment: Number(row.treatment),
    startedMs: Number(started_ms),
    endedMs: ended_ms === null ? null : Number(ended_ms),
    retreat: parseRetreat(retreat),
  }));
}

/** Notes that an experiment runs; one that is already known stays as it is. */
export async function beginExperiment(
  database: Kysely<StoreTables>,
  { startedMs, ...experiment }: NewExperiment,
): Promise<void> {
  await database
    .insertInto('experiments')
    .values({ ...experiment, started_ms: startedMs, ended_ms: null, retreat: null })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Ends it, unless it has ended before. */
export async function endExperiment(
  database: Kysely<StoreTables>,
  key: string,
  { endedMs, retreat }: ExperimentEnd,
): Promise<void> {
  await database
    .updateTable('experiments')
    .set({ ended_ms: endedMs, retreat: JSON.stringify(retreat) })
    .where('key', '=', key)
    .where('ended_ms', 'is', null)
    .execute();
}

/** A damaged reason is no reason; the experiment stays ended. */
function parseRetreat(text: string | null): Retreat | null {
  try {
    const parsed = z.safeParse(retreatSchema, JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
