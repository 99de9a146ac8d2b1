import { type RawBuilder, sql } from 'kysely';

/**
 * The update of an upsert that adds the new row's numbers to those of the stored one.
 * @param names columns with numbers
 */
export function added(
  table: string,
  names: readonly string[],
): Readonly<Record<string, RawBuilder<number>>> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      sql<number>`${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
    ]),
  );
}
