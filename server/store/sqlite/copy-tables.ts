/** Steps of the migrations: what has been copied to ClickHouse, and what is only there. */
export const copyTables: readonly string[] = [
  'CREATE TABLE event_copy (id INTEGER PRIMARY KEY CHECK (id = 1), row INTEGER NOT NULL, holder TEXT NOT NULL, until_ms INTEGER NOT NULL)',
  `
  ALTER TABLE clients ADD COLUMN archived TEXT;
  ALTER TABLE event_copy ADD COLUMN archived_row INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE event_copy ADD COLUMN archived_count INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE event_copy ADD COLUMN archived_ms INTEGER NOT NULL DEFAULT 0;
  `,
];
