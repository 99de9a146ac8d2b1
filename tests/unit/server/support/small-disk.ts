import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { query } from './postgres-database.ts';
import type { PostgresServer } from './postgres-server.ts';
import { tempDirectory } from './temp-directory.ts';

export interface SmallDisk {
  /** The URL of a database on it. */
  url: string;
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
}

/** Fits an empty database. */
const diskBytes = 24_000_000;

/**
 * A database on a disk of its own that can be filled: a file system in memory. Only the superuser
 * may mount one; for others the database itself answers like PostgreSQL with a full disk.
 */
export async function createSmallDisk(postgres: PostgresServer): Promise<SmallDisk> {
  const name = `small_${Date.now()}`;
  const url = postgres.url.replace(/\/postgres$/, `/${name}`);
  const directory = mountSmall();
  if (directory === null) {
    await query(postgres.url, `CREATE DATABASE ${name}`);
    return answeringFull(url);
  }
  const place = join(directory, 'tables');
  mkdirSync(place);
  const data = await query(postgres.url, 'SHOW data_directory');
  const { uid, gid } = statSync(String(data[0]?.data_directory));
  execFileSync('chown', [`${uid}:${gid}`, place]);
  await query(postgres.url, `CREATE TABLESPACE ${name} LOCATION '${place}'`);
  await query(postgres.url, `CREATE DATABASE ${name} TABLESPACE ${name}`);
  onTestFinished(async () => {
    await query(postgres.url, `DROP DATABASE ${name} WITH (FORCE)`);
    await query(postgres.url, `DROP TABLESPACE ${name}`);
    execFileSync('umount', [directory]);
  });
  const filler = join(directory, 'filler');
  return {
    url,
    async fill() {
      const file = openSync(filler, 'w');
      try {
        for (;;) writeSync(file, Buffer.alloc(4_096));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        closeSync(file);
      }
    },
    async makeRoom() {
      rmSync(filler);
    },
  };
}

function mountSmall(): string | null {
  const directory = tempDirectory();
  chmodSync(directory, 0o755);
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${diskBytes},mode=755`, 'none', directory];
    execFileSync('mount', options, { stdio: 'ignore' });
    return directory;
  } catch {
    return null;
  }
}

function answeringFull(url: string): SmallDisk {
  return {
    url,
    async fill() {
      const raise = `BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END`;
      await query(
        url,
        `CREATE FUNCTION no_row() RETURNS trigger LANGUAGE plpgsql AS $$ ${raise} $$`,
      );
      await query(
        url,
        `CREATE FUNCTION no_table() RETURNS event_trigger LANGUAGE plpgsql AS $$ ${raise} $$`,
      );
      await query(
        url,
        'CREATE TRIGGER full_disk BEFORE INSERT ON clients FOR EACH ROW EXECUTE FUNCTION no_row()',
      );
      await query(
        url,
        'CREATE EVENT TRIGGER full_disk ON ddl_command_start EXECUTE FUNCTION no_table()',
      );
    },
    async makeRoom() {
      await query(url, 'DROP EVENT TRIGGER full_disk');
      await query(url, 'DROP TRIGGER full_disk ON clients');
    },
  };
}
