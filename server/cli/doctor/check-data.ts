import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { privateFiles } from '../../options/private-files.js';
import { shellWord } from '../../options/shell-word.js';
import { codeOf } from '../../start/code-of.js';
import type { Verdict } from './finding.ts';
import { fine, problem, warning } from './finding.ts';

/** The data directory must be this user's, readable, writable, and closed to others. */
export function checkData(dataDir: string): Verdict {
  const stats = statSync(dataDir, { throwIfNoEntry: false });
  if (stats === undefined) return checkMissing(dataDir);
  if (!stats.isDirectory())
    return problem(`${dataDir} is not a directory.`, 'Name a directory with --data.');
  const denied = deniedIn(dataDir);
  if (denied !== null)
    return problem(
      `The data directory ${denied}.`,
      'Give this user read and write access, run the doctor as the server’s user, or name another directory with --data.',
    );
  const open = openPaths(dataDir);
  const toAll = open.filter(({ bits }) => (bits & 0o007) !== 0);
  if (toAll.length > 0)
    return problem(
      `All users of this machine have access to ${toAll.map(({ path }) => path).join(', ')}, which say what viewers watched.`,
      `Close them: ${chmodOf(toAll)}.`,
    );
  if (open.length > 0)
    return warning(
      `A group has access to ${open.map(({ path }) => path).join(', ')}.`,
      `If that is not on purpose, close them: ${chmodOf(open)}.`,
    );
  const owner = stats.uid;
  if (process.geteuid?.() === 0 && owner !== 0)
    return warning(
      `${dataDir} belongs to user ${owner}, and root may do everything.`,
      'Run the doctor as the server’s user, so that it meets the same permissions.',
    );
  return fine(`${dataDir} can be read and written, by this user only.`);
}

function checkMissing(dataDir: string): Verdict {
  let parent = dirname(dataDir);
  while (statSync(parent, { throwIfNoEntry: false }) === undefined) parent = dirname(parent);
  const denied = deniedIn(parent);
  return denied === null
    ? warning(
        `The data directory ${dataDir} does not exist.`,
        'If a server has run before, name its directory with --data; otherwise the first start makes it.',
      )
    : problem(
        `The data directory ${dataDir} does not exist, and cannot be made: ${denied}.`,
        'Give this user write access there, or name another directory with --data.',
      );
}

/** @returns part of a sentence; `null` if this user may read and write there */
function deniedIn(directory: string): string | null {
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const name of privateFiles) {
      const path = join(directory, name);
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
        accessSync(path, constants.R_OK | constants.W_OK);
    }
    return null;
  } catch (error) {
    return `${directory} cannot be read and written (${codeOf(error)})`;
  }
}

interface OpenPath {
  path: string;
  isDirectory: boolean;
  /** Permissions of group and others. */
  bits: number;
}

/** Offstage's files, and their directory. A link's permissions are those of its target. */
function openPaths(dataDir: string): OpenPath[] {
  // Windows has no such permissions.
  if (process.geteuid === undefined) return [];
  return [dataDir, ...privateFiles.map((name) => join(dataDir, name))].flatMap((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isSymbolicLink()) return [];
    const bits = stats.mode & 0o077;
    return bits === 0 ? [] : [{ path, isDirectory: stats.isDirectory(), bits }];
  });
}

function chmodOf(paths: readonly OpenPath[]): string {
  return paths
    .map(({ path, isDirectory }) => `chmod ${isDirectory ? '700' : '600'} ${shellWord(path)}`)
    .join('; ');
}
