import { readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '../../options/private-files.js';
import type { PostgresHost } from '../postgres/postgres-url.js';
import { spoolLimits } from './spool-limits.ts';

/** @returns the spool of a server */
export function spoolFileIn(dataDir: string): string {
  return join(dataDir, 'spool.sqlite');
}

/**
 * Names the store whose writes an entry waits for. The addresses of a PostgreSQL change when one of
 * its servers is replaced; the database's name does not.
 */
export function spoolStoreName(postgres: readonly PostgresHost[] | null): string {
  const [host] = postgres ?? [];
  return host === undefined ? 'sqlite' : `postgres${new URL(host.url).pathname}`;
}

const schema = `
  CREATE TABLE IF NOT EXISTS entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    store TEXT NOT NULL,
    received_ms REAL NOT NULL,
    bytes INTEGER NOT NULL,
    is_set_aside INTEGER NOT NULL DEFAULT 0,
    entry TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entries_waiting ON entries (store, is_set_aside, id);
`;

/** Gives free pages back to the disk, a bounded number at a time. */
export function shrink(database: DatabaseSync): void {
  database.exec(`PRAGMA incremental_vacuum(${spoolLimits.shrinkPages})`);
}

const damagedMark = '.damaged-';

/** @returns names of damaged files that were moved aside */
export function damagedBeside(file: string): string[] {
  const start = `${basename(file)}${damagedMark}`;
  return readdirSync(dirname(file)).filter((name) => name.startsWith(start));
}

/**
 * Opens or creates the file. A damaged one is moved aside.
 * @throws if the file can be neither opened nor moved
 */
export function openSpoolFile(file: string, warn: (sentence: string) => void): DatabaseSync {
  try {
    return open(file);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const aside = `${file}${damagedMark}${Date.now()}`;
    renameSync(file, aside);
    warn(
      `The spool ${file} cannot be read (${cause}); it is now ${aside}, and a new one was begun. What can be saved of it shows sqlite3 ${aside} .recover.`,
    );
    return open(file);
  }
}

function open(file: string): DatabaseSync {
  // SQLite's journal files inherit the permissions of this file.
  makePrivateFile(file);
  const database = new DatabaseSync(file, { timeout: spoolLimits.busyWaitMs });
  try {
    // FULL: the answer to a request promises that it survives a power loss.
    database.exec(
      'PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
    );
    database.exec(schema);
    database.exec('UPDATE entries SET is_set_aside = 0 WHERE is_set_aside = 1');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
