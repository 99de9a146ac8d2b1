/**
 * A step of the migrations: sums of playbacks for the reports. Stored playbacks wait to be added,
 * like new ones.
 */
export const sumTables = `
  CREATE TABLE playback_changes (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    sign INTEGER NOT NULL,
    received_ms INTEGER NOT NULL,
    video_id TEXT NOT NULL,
    host TEXT NOT NULL,
    browser TEXT NOT NULL,
    is_begun INTEGER NOT NULL,
    summary_seq INTEGER NOT NULL,
    start_ms REAL,
    is_autoplay_blocked INTEGER NOT NULL,
    is_exit_before_start INTEGER NOT NULL,
    watched_ms REAL NOT NULL,
    rebuffer_count INTEGER NOT NULL,
    rebuffer_ms REAL NOT NULL,
    rebuffer_percent REAL,
    failure TEXT,
    error_name TEXT
  );
  CREATE TABLE playback_sums (
    kind TEXT NOT NULL,
    span_ms INTEGER NOT NULL,
    start_ms INTEGER NOT NULL,
    name TEXT NOT NULL,
    playbacks INTEGER NOT NULL,
    played INTEGER NOT NULL,
    exits INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    refusals INTEGER NOT NULL,
    rebuffered INTEGER NOT NULL,
    figures TEXT NOT NULL,
    PRIMARY KEY (kind, span_ms, name, start_ms)
  ) WITHOUT ROWID;
  CREATE INDEX playback_sums_by_size ON playback_sums (kind, span_ms, start_ms, playbacks, name);
  CREATE TABLE playback_sums_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    from_ms INTEGER NOT NULL
  );
  INSERT INTO playback_sums_state VALUES (1, 0);
  INSERT INTO playback_changes
    (sign, received_ms, video_id, host, browser, is_begun, summary_seq, start_ms, is_autoplay_blocked,
      is_exit_before_start, watched_ms, rebuffer_count, rebuffer_ms, rebuffer_percent, failure, error_name)
    SELECT 1, received_ms, video_id, host, browser, is_begun, summary_seq, start_ms, is_autoplay_blocked,
      is_exit_before_start, watched_ms, rebuffer_count, rebuffer_ms, rebuffer_percent, failure, error_name
    FROM playbacks ORDER BY row;
`;
