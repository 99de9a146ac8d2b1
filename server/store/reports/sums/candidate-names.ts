import type { Kysely } from 'kysely';
import type { StoreTables } from '../../store-tables.ts';
import { reportLimits } from '../report-limits.ts';
import type { Piece } from './sum-periods.ts';
import type { SumsPlan } from './sums-plan.ts';

const { candidatesCount, comparedGroupsCount, groupsCount, statementPeriodsCount } = reportLimits;

/** The playbacks of a group, as far as the largest groups of each period tell. */
interface Bounds {
  /** Known playbacks. */
  atLeast: number;
  /** How many more there would be if it were as large as possible where it was not found. */
  more: number;
}

/**
 * Finds the groups that may be among the largest of a report: those that are among the largest of a
 * period, without those that cannot have enough playbacks.
 * @param known groups and their playbacks that no sum contains
 * @returns their names
 */
export async function candidateNames(
  database: Kysely<StoreTables>,
  { kind, pieces }: Pick<SumsPlan, 'kind' | 'pieces'>,
  known: ReadonlyMap<string, { playbacks: number }>,
): Promise<string[]> {
  const bounds = new Map<string, Bounds>();
  let allSmallest = 0;
  const boundsOf = (name: string) => {
    const found = bounds.get(name) ?? { atLeast: 0, more: 0 };
    bounds.set(name, found);
    return found;
  };
  for (const [name, { playbacks }] of known) boundsOf(name).atLeast += playbacks;
  for (const piece of pieces) {
    const periods = Map.groupBy(await largestIn(database, kind, piece), (row) => row.start_ms);
    for (const rows of periods.values()) {
      // Groups that were not found have no more playbacks than the smallest that was.
      const smallest =
        rows.length < comparedGroupsCount ? 0 : Math.min(...rows.map((row) => row.playbacks));
      allSmallest += smallest;
      for (const { name, playbacks } of rows) {
        const found = boundsOf(name);
        found.atLeast += playbacks;
        found.more -= smallest;
      }
    }
  }
  const sorted = [...bounds].sort(([, one], [, other]) => other.atLeast - one.atLeast);
  const enough = sorted[groupsCount - 1]?.[1].atLeast ?? 0;
  return sorted
    .filter(([, { atLeast, more }]) => atLeast + more + allSmallest >= enough)
    .slice(0, candidatesCount)
    .map(([name]) => name);
}

/** @returns the largest groups of each stored period of a piece */
async function largestIn(
  database: Kysely<StoreTables>,
  kind: SumsPlan['kind'],
  { spanMs, fromMs, toMs }: Piece,
) {
  if (spanMs === null) return [];
  const periods = await database
    .selectFrom('playback_sums')
    .select('start_ms')
    .where('kind', '=', 'all')
    .where('span_ms', '=', spanMs)
    .where('name', '=', '')
    .where('start_ms', '>=', fromMs)
    .where('start_ms', '<', toMs)
    .execute();
  const found: { start_ms: number; name: string; playbacks: number }[] = [];
  for (let first = 0; first < periods.length; first += statementPeriodsCount) {
    // An index has the groups of a period in this order.
    const ofPeriods = periods
      .slice(first, first + statementPeriodsCount)
      .map(({ start_ms }) =>
        database
          .selectFrom(({ selectFrom }) =>
            selectFrom('playback_sums')
              .select(['start_ms', 'name', 'playbacks'])
              .where('kind', '=', kind)
              .where('span_ms', '=', spanMs)
              .where('start_ms', '=', start_ms)
              .orderBy('playbacks', 'desc')
              .limit(comparedGroupsCount)
              .as('largest'),
          )
          .select(['start_ms', 'name', 'playbacks']),
      );
    found.push(...(await ofPeriods.reduce((all, one) => all.unionAll(one)).execute()));
  }
  return found;
}
