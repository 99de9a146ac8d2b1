import {
  type DimensionList,
  type DocumentDimension,
  dimensionLists,
  documentDimensions,
  ofEachDimension,
} from '../../../shared/telemetry/document-dimensions.ts';

/** Columns by which the reports filter and group playbacks. */
export type FilterColumn = 'video_id' | DocumentDimension;

export const filterColumns: readonly FilterColumn[] = ['video_id', ...documentDimensions];

/** @returns a value for each column, in their order */
export const ofEachColumn = <Value>(
  make: (column: FilterColumn) => Value,
): Record<FilterColumn, Value> => ({ video_id: make('video_id'), ...ofEachDimension(make) });

/** The name of a column's condition in a filter. */
export const conditionName = (column: FilterColumn): 'videoId' | DocumentDimension =>
  column === 'video_id' ? 'videoId' : column;

/** The kind of the sums of a column's groups. */
export const kindOfColumn = (column: FilterColumn): 'video' | DocumentDimension =>
  column === 'video_id' ? 'video' : column;

/** The name of a column's list in a report. */
const listName = (column: FilterColumn): 'videos' | DimensionList =>
  column === 'video_id' ? 'videos' : dimensionLists[column];

/** @returns a value for each list of a report */
export const ofEachListName = <Value>(
  make: (column: FilterColumn) => Value,
): Record<'videos' | DimensionList, Value> =>
  Object.fromEntries(filterColumns.map((column) => [listName(column), make(column)])) as Record<
    'videos' | DimensionList,
    Value
  >;
