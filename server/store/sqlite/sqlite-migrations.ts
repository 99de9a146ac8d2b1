import type { DatabaseSync } from 'node:sqlite';
import { addReportTables } from '../reports/add-report-tables.ts';
import { laterTables } from '../reports/later-tables.ts';
import { copyTables } from './copy-tables.ts';
import { sumTables } from './sum-tables.ts';
import { traceTables } from './trace-tables.ts';

/** SQL, or a function that creates and fills tables. */
type Migration = string | ((database: DatabaseSync) => void);

/**
 * The steps from an empty database to the current schema; `PRAGMA user_version` counts the steps
 * done. Never change a released step: add one.
 */
export const sqliteMigrations: readonly Migration[] = [
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
  // Counts by document. Earlier refused events count as missing, because their numbers are unknown.
  `
  CREATE TABLE rejections (
    sid TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (sid, seq)
  ) WITHOUT ROWID;
  CREATE TABLE clients (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    sid TEXT NOT NULL UNIQUE,
    highest_seq INTEGER NOT NULL,
    stored_count INTEGER NOT NULL,
    rejected_count INTEGER NOT NULL,
    missing INTEGER NOT NULL GENERATED ALWAYS AS (highest_seq - stored_count - rejected_count) VIRTUAL,
    first_received_ms INTEGER NOT NULL,
    last_received_ms INTEGER NOT NULL
  );
  INSERT INTO clients (sid, highest_seq, stored_count, rejected_count, first_received_ms, last_received_ms)
    SELECT sid, max(seq), count(*), 0, min(received_ms), max(received_ms) FROM events GROUP BY sid ORDER BY min(row);
  CREATE INDEX clients_with_gaps ON clients (row) WHERE missing > 0;
  ALTER TABLE totals ADD COLUMN clients INTEGER NOT NULL DEFAULT 0;
  -- REAL: past 2^53 it becomes inexact, where an integer could no longer be read.
  ALTER TABLE totals ADD COLUMN missing REAL NOT NULL DEFAULT 0;
  ALTER TABLE totals ADD COLUMN noted_rejections INTEGER NOT NULL DEFAULT 0;
  UPDATE totals SET
    clients = (SELECT count(*) FROM clients),
    missing = (SELECT total(missing) FROM clients);
  `,
  // The provider's log.
  `
  CREATE TABLE provider_log (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    sid TEXT NOT NULL,
    n INTEGER NOT NULL,
    kind TEXT NOT NULL,
    time_ms REAL NOT NULL,
    received_ms INTEGER NOT NULL,
    context TEXT NOT NULL,
    fields TEXT NOT NULL,
    UNIQUE (sid, n)
  );
  CREATE TABLE provider_log_clients (
    sid TEXT NOT NULL PRIMARY KEY,
    dropped_count INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
  // Changes that viewers make through the API.
  `
  CREATE TABLE viewers (
    viewer TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE subscriptions (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    viewer TEXT NOT NULL,
    channel_id TEXT NOT NULL,
    silo_name TEXT,
    params TEXT,
    since_ms INTEGER NOT NULL,
    UNIQUE (viewer, channel_id)
  );
  CREATE TABLE feedback (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    viewer TEXT NOT NULL,
    token TEXT NOT NULL,
    cpn TEXT,
    is_unencrypted INTEGER NOT NULL,
    received_ms INTEGER NOT NULL
  );
  CREATE INDEX feedback_of_viewer ON feedback (viewer, token);
  CREATE TABLE notification_preferences (
    viewer TEXT NOT NULL,
    params TEXT NOT NULL,
    secondary_params TEXT NOT NULL,
    changed_ms INTEGER NOT NULL,
    PRIMARY KEY (viewer, params)
  ) WITHOUT ROWID;
  CREATE TABLE playlist_edits (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    viewer TEXT NOT NULL,
    playlist_id TEXT NOT NULL,
    action TEXT NOT NULL,
    made_ms INTEGER NOT NULL
  );
  CREATE INDEX playlist_edits_of_viewer ON playlist_edits (viewer, playlist_id);
  `,
  // Errors that pages report, one row for each different error.
  `
  CREATE TABLE errors (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    fingerprint TEXT NOT NULL UNIQUE,
    count INTEGER NOT NULL,
    first_received_ms INTEGER NOT NULL,
    last_received_ms INTEGER NOT NULL,
    last_id TEXT NOT NULL,
    last_sid TEXT NOT NULL,
    source TEXT NOT NULL,
    level TEXT NOT NULL,
    type TEXT NOT NULL,
    message TEXT NOT NULL,
    line INTEGER NOT NULL,
    stack TEXT NOT NULL,
    client_name TEXT NOT NULL,
    client_version TEXT NOT NULL,
    params TEXT NOT NULL
  );
  `,
  // Summaries of playbacks are few among the events.
  `
  CREATE INDEX qoe_events ON events (row) WHERE name = 'video_stats.qoe';
  `,
  // Totals by writer, and counts of expired rows.
  `
  ALTER TABLE totals RENAME TO totals_before;
  CREATE TABLE totals (
    writer TEXT NOT NULL PRIMARY KEY,
    events INTEGER NOT NULL,
    batches INTEGER NOT NULL,
    duplicates INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    clients INTEGER NOT NULL,
    -- REAL: past 2^53 it becomes inexact, where an integer could no longer be read.
    missing REAL NOT NULL,
    noted_rejections INTEGER NOT NULL,
    expired_events INTEGER NOT NULL,
    expired_clients INTEGER NOT NULL,
    expired_missing REAL NOT NULL
  );
  INSERT INTO totals
    SELECT '', events, batches, duplicates, rejected, bytes, clients, missing, noted_rejections, 0, 0, 0
    FROM totals_before;
  DROP TABLE totals_before;
  `,
  // Tables of the reports.
  addReportTables,
  // When the clock was last trusted; the size of viewers' data, and when viewers were last seen.
  `
  CREATE TABLE store_clock (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    trusted_ms INTEGER NOT NULL
  );
  ALTER TABLE viewers ADD COLUMN seen_ms INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE viewers ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  -- A clock that is late now must not make viewers look long gone later.
  UPDATE viewers SET
    seen_ms = max(unixepoch() * 1000, coalesce((SELECT max(minute_ms) FROM intake_minutes), 0)),
    bytes = 100 + octet_length(viewer)
      + coalesce((SELECT sum(100 + octet_length(channel_id) + octet_length(coalesce(silo_name, ''))
          + octet_length(coalesce(params, ''))) FROM subscriptions AS t WHERE t.viewer = viewers.viewer), 0)
      + coalesce((SELECT sum(100 + octet_length(token) + octet_length(coalesce(cpn, '')))
          FROM feedback AS t WHERE t.viewer = viewers.viewer), 0)
      + coalesce((SELECT sum(100 + octet_length(params) + octet_length(secondary_params))
          FROM notification_preferences AS t WHERE t.viewer = viewers.viewer), 0)
      + coalesce((SELECT sum(100 + octet_length(playlist_id) + octet_length(action))
          FROM playlist_edits AS t WHERE t.viewer = viewers.viewer), 0);
  ALTER TABLE totals ADD COLUMN viewer_bytes INTEGER NOT NULL DEFAULT 0;
  UPDATE totals SET viewer_bytes = (SELECT coalesce(sum(bytes), 0) FROM viewers) WHERE writer = '';
  `,
  sumTables,
  ...copyTables,
  ...traceTables,
  // Further tables of the reports.
  ...laterTables.sqlite,
];
