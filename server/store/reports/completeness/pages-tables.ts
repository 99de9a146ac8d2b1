/** A row for each hour, host and writer. */
export interface PagesTable {
  /** Start of the hour in Unix milliseconds. */
  hour_ms: number;
  /** Origin of the page around the player; '' if unknown, or one name too many. */
  host: string;
  writer: string;
  pages: number;
}

/**
 * Player pages that a server has served, by the hour of the request; and those from which an event
 * has arrived, by the hour in which the first one did.
 */
export interface PagesTables {
  served_pages: PagesTable;
  heard_pages: PagesTable;
}

const createTable = (name: keyof PagesTables, integer: string) => `
  CREATE TABLE ${name} (
    hour_ms ${integer} NOT NULL,
    host text NOT NULL,
    writer text NOT NULL,
    pages ${integer} NOT NULL,
    PRIMARY KEY (hour_ms, host, writer)
  )`;

/** Steps of the migrations. Stored page loads are left out: pages were not counted then. */
export const pagesTables = {
  sqlite: [
    `${createTable('served_pages', 'INTEGER')} WITHOUT ROWID;
    ${createTable('heard_pages', 'INTEGER')} WITHOUT ROWID;`,
  ],
  postgres: [`${createTable('served_pages', 'bigint')};${createTable('heard_pages', 'bigint')};`],
} as const;
