import type { Transaction } from 'kysely';
import {
  type CustomDimension,
  customDimensions,
} from '../../../../shared/telemetry/document-dimensions.ts';
import { padded } from '../../small-steps.ts';
import type { StoreTables } from '../../store-tables.ts';
import { customLimits } from './custom-limits.ts';

/** Values of page loads that come after the last one that is kept. */
const otherValue = 'other';

/** Values that a page's host has set, by their dimensions' names. */
export type SetValues = Readonly<Record<string, string>>;

export const noValues = { custom1: '', custom2: '', custom3: '' } as const;

export type StoredValues = Partial<Record<CustomDimension, string>>;

/**
 * Turns values that hosts have set into those that are stored, and notes new ones.
 *
 * 1. Names that no server names now are ignored.
 * 2. A dimension keeps a limited number of values; further ones are `other`.
 * 3. A new value locks its dimension until the transaction ends. So several servers agree, and only
 *    new values wait for each other. Once a dimension is full, nothing locks it.
 * @returns in the order of `wanted`
 */
export async function storeValues(
  within: Transaction<StoreTables>,
  wanted: readonly SetValues[],
  nowMs: number,
): Promise<StoredValues[]> {
  const stored: StoredValues[] = wanted.map(() => ({}));
  if (wanted.every((values) => Object.keys(values).length === 0)) return stored;
  const dimensions = await within
    .selectFrom('custom_dimensions')
    .selectAll()
    .where('is_named', '=', 1)
    .execute();
  const nameOf = new Map(dimensions.map(({ place, name }) => [place, name]));
  // In an order that all servers share, so that they cannot deadlock.
  for (const place of customDimensions) {
    const name = nameOf.get(place);
    if (name === undefined) continue;
    const values = wanted.map((one) => (Object.hasOwn(one, name) ? (one[name] ?? '') : ''));
    const kept = await keepValues(within, { place, name }, { values, nowMs });
    for (const [index, value] of values.entries()) {
      const own = stored[index];
      if (value !== '' && own !== undefined && kept !== null)
        own[place] = kept.has(value) ? value : otherValue;
    }
  }
  return stored;
}

interface Dimension {
  place: CustomDimension;
  name: string;
}

/** @returns those of these values that are kept; `null` if the dimension has another name by now */
async function keepValues(
  within: Transaction<StoreTables>,
  { place, name }: Dimension,
  { values, nowMs }: { values: readonly string[]; nowMs: number },
): Promise<ReadonlySet<string> | null> {
  const asked = [...new Set(values)].filter((value) => value !== '' && value !== otherValue);
  if (asked.length === 0) return new Set();
  const known = await knownOf(within, place, asked);
  if (asked.every((value) => known.has(value))) return known;
  if ((await countOf(within, place)) >= customLimits.valuesCount) return known;
  const locked = await within
    .updateTable('custom_dimensions')
    .set({ is_named: 1 })
    .where('place', '=', place)
    .where('name', '=', name)
    .where('is_named', '=', 1)
    .returning('place')
    .execute();
  if (locked.length === 0) return null;
  // Read again: another server may have noted values until it unlocked the dimension.
  const now = new Set(await knownOf(within, place, asked));
  const room = customLimits.valuesCount - (await countOf(within, place));
  const added = asked.filter((value) => !now.has(value)).slice(0, Math.max(0, room));
  if (added.length > 0)
    await within
      .insertInto('custom_values')
      .values(added.map((value) => ({ place, value, noted_ms: nowMs })))
      .execute();
  for (const value of added) now.add(value);
  return now;
}

async function knownOf(
  within: Transaction<StoreTables>,
  place: CustomDimension,
  values: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await within
    .selectFrom('custom_values')
    .select('value')
    .where('place', '=', place)
    .where('value', 'in', padded(values))
    .execute();
  return new Set(rows.map(({ value }) => value));
}

async function countOf(within: Transaction<StoreTables>, place: CustomDimension): Promise<number> {
  const { count } = await within
    .selectFrom('custom_values')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('place', '=', place)
    .executeTakeFirstOrThrow();
  return Number(count);
}
