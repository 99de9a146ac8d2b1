import { readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '../../options/private-files.js';
import { shellWord } from '../../options/shell-word.js';
import type { PostgresHost } from '../postgres/postgres-url.js';
import { findDamage, isDamage } from '../sqlite/find-damage.ts';
import { spoolLimits } from './spool-limits.ts';

/** @returns the spool of a server */
export function spoolFileIn(dataDir: string): string {
  return join(dataDir, 'spool.sqlite');
}

/**
 * Names the store whose writes an entry waits for. The addresses of a PostgreSQL change when one of
 * its servers is replaced; the database's name does not.
 */
function spoolStoreName(postgres: readonly PostgresHost[] | null): string {
  const [host] = postgres ?? [];
  return host === undefined ? 'sqlite' : `postgres${new URL(host.url).pathname}`;
}

/** @returns the names of the configured stores */
export function spoolStoreNames(stores: readonly (readonly PostgresHost[])[]): string[] {
  return stores.length === 0 ? [spoolStoreName(null)] : stores.map(spoolStoreName);
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

export interface SpoolFileDeps {
  /** Receives a sentence about a damaged file. */
  warn: (sentence: string) => void;
  /** How long to wait for another program's lock. */
  waitMs?: number;
}

/**
 * Opens or creates the file. A damaged one is moved aside; any other error leaves it where it is,
 * since another server may be using it.
 * @throws if the file can be neither opened nor moved
 */
export function openSpoolFile(
  file: string,
  { warn, waitMs = spoolLimits.openWaitMs }: SpoolFileDeps,
): DatabaseSync {
  const opened = open(file, waitMs);
  if (typeof opened !== 'string') return opened;
  const aside = `${file}${damagedMark}${Date.now()}`;
  renameSync(file, aside);
  warn(
    `The spool ${file} is damaged (${opened}); it is now ${aside}, and a new one was begun. What can be saved of it shows sqlite3 ${shellWord(aside)} .recover.`,
  );
  const renewed = open(file, waitMs);
  if (typeof renewed === 'string') throw new Error(renewed);
  return renewed;
}

/** @returns the database, or its damage in words */
function open(file: string, waitMs: number): DatabaseSync | string {
  // SQLite's journal files inherit the permissions of this file.
  makePrivateFile(file);
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    const damage = prepareFile(database);
    // This writes the journal into the file, so what the journal holds is moved with it.
    if (damage !== null) database.close();
    return damage ?? database;
  } catch (error) {
    database.close();
    if (error instanceof Error && isDamage(error)) return error.message;
    throw error;
  }
}

/** @returns the file's damage in words; `null` without one */
function prepareFile(database: DatabaseSync): string | null {
  // FULL: the answer to a request promises that it survives a power loss.
  database.exec(
    'PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
  );
  const damage = findDamage(database);
  if (damage !== null) return damage;
  database.exec(schema);
  database.exec('UPDATE entries SET is_set_aside = 0 WHERE is_set_aside = 1');
  database.exec(`PRAGMA busy_timeout = ${spoolLimits.busyWaitMs}`);
  return null;
}
