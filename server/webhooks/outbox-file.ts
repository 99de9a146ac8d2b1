import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '../options/private-files.js';
import { webhookLimits } from './webhook-limits.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS messages (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    created_ms REAL NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS deliveries (
    message INTEGER NOT NULL REFERENCES messages (row) ON DELETE CASCADE,
    url TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_ms REAL,
    last_ms REAL,
    status INTEGER,
    problem TEXT,
    PRIMARY KEY (message, url)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (url, state, due_ms);
  CREATE TABLE IF NOT EXISTS states (name TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/**
 * Opens or creates the file of the outbox. A message is synced to the disk before it is sent.
 * @throws if it cannot be opened
 */
export function openOutboxFile(file: string): DatabaseSync {
  makePrivateFile(file);
  const database = new DatabaseSync(file, { timeout: webhookLimits.busyWaitMs });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  database.exec(schema);
  return database;
}
