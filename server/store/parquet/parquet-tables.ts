/** One row, once events are written to files. */
export interface ParquetCopyTable {
  id: 1;
  /** All events up to this row of `events` are in files. */
  row: number;
  /** The last row of the planned files; `row` if none are planned. */
  planned_row: number;
  /** A random part of the names of the planned files. */
  plan: string;
  /** The process that writes. */
  holder: string;
  /** When another process may write instead; Unix milliseconds of the store's clock. */
  until_ms: number;
}

const createTable = (integer: string) => `
  CREATE TABLE parquet_copy (
    id ${integer} PRIMARY KEY CHECK (id = 1),
    row ${integer} NOT NULL,
    planned_row ${integer} NOT NULL,
    plan text NOT NULL,
    holder text NOT NULL,
    until_ms ${integer} NOT NULL
  );
`;

/** Steps of the migrations: which events have been written to files. */
export const parquetTables = {
  sqlite: [createTable('integer')],
  postgres: [createTable('bigint')],
} as const;
