import type { Kysely, Transaction } from 'kysely';
import {
  type CustomDimension,
  type CustomNames,
  customDimensions,
} from '../../../../shared/telemetry/document-dimensions.ts';
import type { StoreDriver } from '../../store-driver.ts';
import type { StoreTables } from '../../store-tables.ts';
import { outcomeNames } from '../sums/playback-sum.ts';
import { resetSums } from '../sums/reset-sums.ts';
import { lockSums, sumsFromMs } from '../sums/sums-state.ts';

/** A name that a store keeps. */
export interface KeptName {
  place: CustomDimension;
  name: string;
  /** Whether a server names it, or the store has values of it, which another name must not get. */
  isTaken: boolean;
}

/** The custom dimensions of a store. */
export interface KeptDimensions {
  /** @param names that are wanted; they count as taken */
  kept(names: readonly string[]): Promise<KeptName[]>;
  /** The names by their places, whether or not a server names them now. */
  places(): Promise<CustomNames>;
  /**
   * Gives names their places; other names keep theirs, but hosts can set no values of them.
   * @returns `false` if a place has been taken meanwhile
   */
  name(names: CustomNames): Promise<boolean>;
}

/** @param read turns problems of the database into errors */
export function createKeptDimensions(
  driver: Pick<StoreDriver, 'database' | 'transaction' | 'transactionOfMoment'>,
  read: <T>(work: Promise<T>) => Promise<T>,
): KeptDimensions {
  const { database } = driver;
  return {
    kept: (names) => read(readKeptNames(database, names)),
    places: () => read(readPlaces(database)),
    name: (names) => read(nameDimensions(driver, names)),
  };
}

async function readKeptNames(
  database: Kysely<StoreTables>,
  names: readonly string[],
): Promise<KeptName[]> {
  const rows = await database
    .selectFrom('custom_dimensions')
    .selectAll()
    .orderBy('place')
    .execute();
  const kept: KeptName[] = [];
  for (const { place, name, is_named } of rows) {
    const isNamed = is_named === 1 || names.includes(name);
    kept.push({ place, name, isTaken: isNamed || (await isUsed(database, place)) });
  }
  return kept;
}

async function nameDimensions(
  driver: Pick<StoreDriver, 'database' | 'transaction' | 'transactionOfMoment'>,
  names: CustomNames,
): Promise<boolean> {
  const { database, transaction } = driver;
  if ((await sumsFromMs(database)) === null) await resetSums(driver, { isFirst: true });
  return await transaction(async (within) => {
    const wanted = Object.values(names);
    // Locks them: servers name one after the other.
    const rows = await within
      .updateTable('custom_dimensions')
      .set(({ ref }) => ({ is_named: ref('is_named') }))
      .returningAll()
      .execute();
    for (const place of customDimensions) {
      const name = names[place];
      const former = rows.find((row) => row.place === place);
      if (name === undefined || name === former?.name) continue;
      if (former !== undefined) {
        if (former.is_named === 1 || (await isUsed(within, place))) return false;
        await within.deleteFrom('custom_dimensions').where('place', '=', place).execute();
        await within.deleteFrom('custom_values').where('place', '=', place).execute();
      }
      const added = await within
        .insertInto('custom_dimensions')
        .values({ place, name, is_named: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .returning('place')
        .execute();
      if (added.length === 0) return false;
      await beginSums(within, place);
    }
    await within
      .updateTable('custom_dimensions')
      .set(({ eb, lit }) => ({
        is_named: eb
          .case()
          .when('name', 'in', ['', ...wanted])
          .then(lit(1))
          .else(lit(0))
          .end(),
      }))
      .execute();
    return true;
  });
}

/** Gives a name of another store a free place in this one, if there is any. */
export async function keepName(within: Transaction<StoreTables>, name: string): Promise<void> {
  const kept = await within.selectFrom('custom_dimensions').selectAll().execute();
  const free = customDimensions.find((place) => kept.every((one) => one.place !== place));
  if (free === undefined || kept.some((one) => one.name === name)) return;
  await within.insertInto('custom_dimensions').values({ place: free, name, is_named: 1 }).execute();
  // Sums that have never been filled will be, with this dimension.
  if ((await sumsFromMs(within)) !== null) await beginSums(within, free);
}

/** Until now no playback has a value, so the sums of the missing one are those of all. */
async function beginSums(within: Transaction<StoreTables>, place: CustomDimension): Promise<void> {
  await lockSums(within);
  await within.deleteFrom('playback_sums').where('kind', '=', place).execute();
  await within
    .insertInto('playback_sums')
    .columns(sumColumns)
    .expression(({ selectFrom, val }) =>
      selectFrom('playback_sums')
        .select([val(place).as('kind'), ...copiedColumns])
        .where('kind', '=', 'all')
        .where('span_ms', '>=', hourMs),
    )
    .execute();
}

const hourMs = 3_600_000;
const copiedColumns = ['span_ms', 'start_ms', 'name', ...outcomeNames, 'figures'] as const;
const sumColumns = ['kind', ...copiedColumns] as const;

const tables = ['playbacks', 'viewings', 'field_reports', 'documents'] as const;

async function isUsed(database: Kysely<StoreTables>, place: CustomDimension): Promise<boolean> {
  for (const table of tables) {
    const used = database.selectFrom(table).select('sid').where(place, '<>', '').limit(1);
    if ((await used.executeTakeFirst()) !== undefined) return true;
  }
  return false;
}

/** @returns names by their places; these have sums */
export async function readPlaces(database: Kysely<StoreTables>): Promise<CustomNames> {
  const rows = await database.selectFrom('custom_dimensions').select(['place', 'name']).execute();
  return Object.fromEntries(rows.map(({ place, name }) => [place, name]));
}
