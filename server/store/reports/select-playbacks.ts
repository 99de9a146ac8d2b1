import { type Kysely, sql } from 'kysely';
import { isCustom } from '../../../shared/telemetry/document-dimensions.ts';
import type { StoreTables } from '../store-tables.ts';
import { areOfArms, isOfArms } from './experiments/playbacks-of-arms.ts';
import {
  conditionName,
  type DocumentColumn,
  documentColumns,
  type FilterColumn,
  filterColumns,
} from './filter-columns.ts';
import type { ReportFilter, RowPlace } from './report-figures.ts';

/** A filter, and what finds its playbacks; missing: the database chooses. */
export interface PlaybackSelection extends ReportFilter {
  /** The condition whose index finds them. `others`: any but that of the arms. */
  indexed?: FilterColumn | 'arms' | 'others';
}

/** @returns a query over the playbacks that match the filter */
export function selectPlaybacks(database: Kysely<StoreTables>, selection: PlaybackSelection) {
  const { indexed } = selection;
  let query = database
    .selectFrom('playbacks')
    .where('received_ms', '>=', selection.fromMs)
    .where('received_ms', '<', selection.toMs);
  for (const { column, name } of conditionsOf(selection)) {
    const isHidden = indexed !== undefined && indexed !== 'others' && indexed !== column;
    // No index has this expression, so neither database can choose a longer way.
    query = isHidden
      ? query.where(sql`${sql.ref(column)} || ''`, '=', name)
      : query.where(column, '=', name).where(hasIndex(column, name));
  }
  const { arms } = selection;
  if (arms === undefined) return query;
  const isFound = indexed === undefined || indexed === 'arms';
  return query.where(isFound ? areOfArms(arms, selection) : isOfArms(arms));
}

/** @returns the playbacks of a filter that follow one of them, in the order of their time */
export function selectFollowing(
  database: Kysely<StoreTables>,
  selection: PlaybackSelection,
  { receivedMs, row }: RowPlace,
) {
  return selectPlaybacks(database, {
    ...selection,
    fromMs: Math.max(receivedMs, selection.fromMs),
  })
    .where(({ eb, not, and }) =>
      not(and([eb('received_ms', '=', receivedMs), eb('row', '<=', row)])),
    )
    .orderBy('received_ms')
    .orderBy('row');
}

/** An index of custom values has no rows without one; only this condition lets it be used. */
export const hasIndex = (column: FilterColumn, name: string) =>
  isCustom(column) && name !== '' ? sql<boolean>`${sql.ref(column)} <> ''` : sql<boolean>`1 = 1`;

/** @returns the values that a filter wants of playbacks */
export const conditionsOf = (filter: ReportFilter) => conditionsOn(filterColumns, filter);

/** @returns those that it wants of their page loads */
export const documentConditionsOf = (filter: ReportFilter) =>
  conditionsOn<DocumentColumn>(documentColumns, filter);

const conditionsOn = <Column extends FilterColumn>(
  columns: readonly Column[],
  filter: ReportFilter,
) =>
  columns.flatMap((column) => {
    const name = filter[conditionName(column)];
    return name === null ? [] : [{ column, name }];
  });
