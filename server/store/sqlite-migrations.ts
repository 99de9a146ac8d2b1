/**
 * The steps from an empty database to the present schema; `PRAGMA user_version` says how many a store has behind it. Never
 * change a step that was released: add one.
 */
export const sqliteMigrations: readonly string[] = [
  `
  CREATE TABLE events (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    sid TEXT NOT NULL,
    seq INTEGER NOT NULL,
    name TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    event_time_ms REAL NOT NULL,
    received_ms INTEGER NOT NULL,
    client_event_id TEXT NOT NULL,
    context TEXT NOT NULL,
    payload TEXT NOT NULL,
    UNIQUE (sid, seq)
  );
  CREATE TABLE totals (
    events INTEGER NOT NULL,
    batches INTEGER NOT NULL,
    duplicates INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  );
  INSERT INTO totals VALUES (0, 0, 0, 0, 0);
  `,
];
