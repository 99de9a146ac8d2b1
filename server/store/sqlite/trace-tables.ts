/** Steps of the migrations: which document a report of an error is from, and playbacks by name. */
export const traceTables: readonly string[] = [
  `
  CREATE TABLE error_reports (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    sid TEXT NOT NULL,
    id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    time_ms REAL NOT NULL,
    received_ms INTEGER NOT NULL,
    UNIQUE (sid, id)
  );
  CREATE INDEX playbacks_by_name ON playbacks (cpn);
  `,
];
