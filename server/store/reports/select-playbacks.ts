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
import type { ReportFilter } from './report-figures.ts';

/** A filter, and what finds its playbacks; missing: the database chooses. */
export interface PlaybackSelection extends ReportFilter {
  /** The condition whose index finds them. `row`: all are looked at, in the order of their rows. */
  indexed?: FilterColumn | 'arms' | 'row';
}

/** @returns a query over the playbacks that match the filter */
export function selectPlaybacks(database: Kysely<StoreTables>, selection: PlaybackSelection) {
  const isByRow = selection.indexed === 'row';
  const receivedMs = isByRow ? sql<number>`received_ms + 0` : sql.ref<number>('received_ms');
  let query = database
    .selectFrom('playbacks')
    .where(receivedMs, '>=', selection.fromMs)
    .where(receivedMs, '<', selection.toMs);
  for (const { column, name } of conditionsOf(selection)) {
    const isHidden = selection.indexed !== undefined && selection.indexed !== column;
    // No index has this expression, so neither database can choose a longer way.
    query = isHidden
      ? query.where(sql`${sql.ref(column)} || ''`, '=', name)
      : query.where(column, '=', name).where(hasIndex(column, name));
  }
  const { arms } = selection;
  if (arms === undefined) return query;
  const isFound = selection.indexed === undefined || selection.indexed === 'arms';
  return query.where(isFound ? areOfArms(arms, selection) : isOfArms(arms));
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
