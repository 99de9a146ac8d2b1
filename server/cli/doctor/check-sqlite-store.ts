import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { jsonOrNull } from '../../http/json-or-null.ts';
import { shellWord } from '../../options/shell-word.js';
import { codeOf } from '../../start/code-of.js';
import { sqliteMigrations } from '../../store/sqlite/sqlite-migrations.ts';
import { doctorLimits } from './doctor-limits.ts';
import type { Verdict } from './finding.ts';
import { fine, problem, warning } from './finding.ts';
import { runBounded } from './run-bounded.ts';

const reader = fileURLToPath(new URL('read-sqlite-store.js', import.meta.url));

const readSchema = z.union([
  z.object({
    version: z.number(),
    tables: z.array(z.string()),
    /** SQLite's first complaint. */
    damage: z.nullable(z.string()),
  }),
  z.object({ cause: z.string() }),
]);

const restore =
  'Stop the server, and restore the file from a backup; without one, move it away, and the server makes a new one.';

/** For stores too large to be read within the deadline. */
export function lateSqliteStore(file: string): Verdict {
  return warning(
    `The event store ${file} could not be read completely within ${doctorLimits.storeMs / 1_000} s.`,
    `When the machine is idle, run: sqlite3 ${shellWord(file)} 'PRAGMA quick_check'.`,
  );
}

export interface SqliteStore {
  file: string;
  /** Whether a program has it open. */
  isUsed: boolean;
  signal: AbortSignal;
}

/** Reads the SQLite store beside a running server, and changes nothing. */
export async function checkSqliteStore({ file, isUsed, signal }: SqliteStore): Promise<Verdict> {
  try {
    if (statSync(file, { throwIfNoEntry: false }) === undefined)
      return fine(`There is no event store ${file} yet; the server makes it.`);
  } catch (error) {
    return problem(
      `The event store ${file} cannot be read (${codeOf(error)}).`,
      'Give this user access to it, or name another directory with --data.',
    );
  }
  // A journal holds rows that are not yet in the file.
  const use = isUsed || existsSync(`${file}-wal`) ? 'used' : 'unused';
  const run = await runBounded({
    program: process.execPath,
    args: [
      '--disable-warning=ExperimentalWarning',
      reader,
      file,
      use,
      String(doctorLimits.storeBusyMs),
    ],
    env: process.env,
    signal,
    deadlineMs: doctorLimits.storeMs,
    maxBytes: doctorLimits.toolMaxBytes,
  });
  if (!run.ok)
    return run.error.code === 'TOO_SLOW'
      ? lateSqliteStore(file)
      : problem(`The event store ${file} cannot be read (${run.error.message}).`, restore);
  const read = readSchema.parse(jsonOrNull(run.value));
  if ('cause' in read)
    return problem(`The event store ${file} cannot be read (${read.cause}).`, restore);
  const { version, tables, damage } = read;
  if (damage !== null) return problem(`The event store ${file} is damaged (${damage}).`, restore);
  if (tables.length > 0 && (version === 0 || !tables.includes('events')))
    return problem(
      `${file} is a SQLite database, but no event store.`,
      'Move it away, or name another directory with --data.',
    );
  return versionVerdict(version, { file, current: sqliteMigrations.length });
}

/** @param current version of this program */
export function versionVerdict(
  version: number,
  { file, current }: { file: string; current: number },
): Verdict {
  if (version > current)
    return problem(
      `The event store ${file} has version ${version}, but this program supports versions up to ${current}.`,
      'Use the newer Offstage that made it, or another store.',
    );
  if (version < current)
    return warning(
      `The event store ${file} has version ${version}; the next start updates it to ${current}.`,
      'Back it up first: older programs cannot open it afterwards.',
    );
  return fine(`The event store ${file} is intact and has this program’s version, ${current}.`);
}
