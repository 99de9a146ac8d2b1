import {
  type CustomDimension,
  customDimensions,
} from '../../../../shared/telemetry/document-dimensions.ts';

/**
 * A row for each name that the operator gave a dimension. It keeps the name's place, in whatever
 * order servers name dimensions, so that no value ever gets another name.
 */
export interface CustomDimensionsTable {
  place: CustomDimension;
  name: string;
  /** 1 if the server that started last names it; otherwise hosts' values are ignored. */
  is_named: number;
}

/** A row for each value that is kept; page loads with a further one have `other`. */
export interface CustomValuesTable {
  place: CustomDimension;
  value: string;
  /** Unix milliseconds at which it was first received. */
  noted_ms: number;
}

const tables = ['documents', 'playbacks', 'playback_changes', 'viewings', 'field_reports'];
const filtered = ['playbacks', 'viewings', 'field_reports'];

/**
 * Stored rows have no values. The indexes have only rows with one, so that they cost nothing until
 * a dimension is used. A dimension has sums from the moment at which it is named.
 */
const step = [
  ...tables.flatMap((table) =>
    customDimensions.map(
      (name) => `ALTER TABLE ${table} ADD COLUMN ${name} text NOT NULL DEFAULT ''`,
    ),
  ),
  ...filtered.flatMap((table) =>
    customDimensions.map(
      (name) =>
        `CREATE INDEX ${table}_by_${name} ON ${table} (${name}, received_ms) WHERE ${name} <> ''`,
    ),
  ),
  `CREATE TABLE custom_dimensions (
    place text NOT NULL PRIMARY KEY,
    name text NOT NULL UNIQUE,
    is_named integer NOT NULL
  )`,
  `CREATE TABLE custom_values (
    place text NOT NULL,
    value text NOT NULL,
    noted_ms bigint NOT NULL,
    PRIMARY KEY (place, value)
  )`,
].join(';\n');

/** Steps of the migrations. */
export const customTables = { sqlite: [step], postgres: [step] } as const;
