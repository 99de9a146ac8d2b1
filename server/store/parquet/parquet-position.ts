import type { StoreDriver } from '../store-driver.ts';
import { parquetLimits } from './parquet-limits.ts';

/**
 * Files that are being written: all events after row `from`, up to row `to`. A plan is in the store
 * before its first file is uploaded, and never changes. `id` is in the files' names, so no other
 * plan has the same.
 */
export interface Plan {
  from: number;
  to: number;
  id: string;
}

export interface Position {
  /** All events up to this row are in files. */
  row: number;
  /** `null` if no files are being written. */
  plan: Plan | null;
  holder: string;
  untilMs: number;
}

type Driver = Pick<StoreDriver, 'database' | 'transaction'>;

/** @returns `null` before the first use */
export async function readPosition({ database }: Driver): Promise<Position | null> {
  const noted = await database.selectFrom('parquet_copy').selectAll().executeTakeFirst();
  if (noted === undefined) return null;
  const { row, planned_row: to, plan: id, holder, until_ms: untilMs } = noted;
  return { row, plan: to > row ? { from: row, to, id } : null, holder, untilMs };
}

/** A clock that was ahead must not reserve the files for days. */
export function isReserved({ untilMs }: Position, nowMs: number): boolean {
  return untilMs > nowMs && untilMs <= nowMs + parquetLimits.leaseMs;
}

/** @returns whether this process may write now; it may not while another one does */
export async function hold(driver: Driver, holder: string, nowMs: number): Promise<boolean> {
  const until_ms = nowMs + parquetLimits.leaseMs;
  const held = await driver.transaction((within) =>
    within
      .insertInto('parquet_copy')
      .values({ id: 1, row: 0, planned_row: 0, plan: '', holder, until_ms })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ holder, until_ms })
          .where(({ or, eb }) =>
            or([
              eb('parquet_copy.holder', '=', holder),
              eb('parquet_copy.until_ms', '<=', nowMs),
              eb('parquet_copy.until_ms', '>', until_ms),
            ]),
          ),
      )
      .returning('row')
      .executeTakeFirst(),
  );
  return held !== undefined;
}

/** @returns whether it is the plan now; another process may have made one meanwhile */
export async function notePlan({ transaction }: Driver, { from, to, id }: Plan): Promise<boolean> {
  const noted = await transaction((within) =>
    within
      .updateTable('parquet_copy')
      .set({ planned_row: to, plan: id })
      .where('row', '=', from)
      .where('planned_row', '=', from)
      .returning('row')
      .executeTakeFirst(),
  );
  return noted !== undefined;
}

/**
 * Notes that all files of a plan are uploaded.
 * @returns whether no other process has noted it before
 */
export async function finishPlan(
  { transaction }: Driver,
  { from, to, id }: Plan,
): Promise<boolean> {
  const noted = await transaction((within) =>
    within
      .updateTable('parquet_copy')
      .set({ row: to })
      .where('row', '=', from)
      .where('planned_row', '=', to)
      .where('plan', '=', id)
      .returning('row')
      .executeTakeFirst(),
  );
  return noted !== undefined;
}

/** Lets another process write at once. */
export async function releaseParquet({ transaction }: Driver, holder: string): Promise<void> {
  await transaction((within) =>
    within.updateTable('parquet_copy').set({ until_ms: 0 }).where('holder', '=', holder).execute(),
  );
}
