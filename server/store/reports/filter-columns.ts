import {
  type DocumentDimension,
  documentDimensions,
} from '../../../shared/telemetry/document-dimensions.ts';
import {
  type ReportDimension,
  type ReportList,
  reportLists,
} from '../../../shared/telemetry/playback-dimensions.ts';
import {
  dimensionOfColumn,
  isOwnColumn,
  type PlaybackColumn,
  playbackColumns,
} from './playback-columns.ts';

/** Columns by which all reports filter and group: those of all tables with playbacks or embeds. */
export type DocumentColumn = 'video_id' | DocumentDimension;
export const documentColumns: readonly DocumentColumn[] = ['video_id', ...documentDimensions];

/** Columns by which the reports about playbacks filter and group. */
export type FilterColumn = DocumentColumn | PlaybackColumn;
export const filterColumns: readonly FilterColumn[] = [...documentColumns, ...playbackColumns];

/** @returns a value for each column, in their order */
export const ofEachColumn = <Value>(
  make: (column: FilterColumn) => Value,
): Record<FilterColumn, Value> =>
  Object.fromEntries(filterColumns.map((column) => [column, make(column)])) as Record<
    FilterColumn,
    Value
  >;

/** The name of a column's condition in a filter. */
export const conditionName = (column: FilterColumn): 'videoId' | ReportDimension =>
  column === 'video_id' ? 'videoId' : isOwnColumn(column) ? dimensionOfColumn(column) : column;

/** The kind of the sums of a column's groups. */
export const kindOfColumn = (column: FilterColumn): 'video' | DocumentDimension | PlaybackColumn =>
  column === 'video_id' ? 'video' : column;

/** The name of a column's list in a report. */
function listName(column: FilterColumn): 'videos' | ReportList {
  const name = conditionName(column);
  return name === 'videoId' ? 'videos' : reportLists[name];
}

/** @returns a value for each list of a report */
export const ofEachListName = <Value>(
  make: (column: FilterColumn) => Value,
): Record<'videos' | ReportList, Value> =>
  Object.fromEntries(filterColumns.map((column) => [listName(column), make(column)])) as Record<
    'videos' | ReportList,
    Value
  >;
