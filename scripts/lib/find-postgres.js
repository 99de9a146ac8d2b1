import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findOnPath } from './find-on-path.js';

/**
 * Debian's folder of each version's programs. Those that create and run a server are not on the
 * PATH.
 */
const debianRoot = '/usr/lib/postgresql';

/**
 * @returns {string | null} the directory of PostgreSQL's programs: POSTGRES_BIN, that of `initdb`
 * on the PATH, or the newest of Debian's
 * @throws an Error with one sentence if POSTGRES_BIN has no `initdb`
 */
export function findPostgres() {
  const given = process.env.POSTGRES_BIN;
  if (given) {
    if (!existsSync(join(given, 'initdb')))
      throw new Error(`POSTGRES_BIN is ${given}, which has no initdb: correct it, or unset it.`);
    return given;
  }
  const onPath = findOnPath('initdb');
  if (onPath !== null) return dirname(realpathSync(onPath));
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot) : [];
  const [newest] = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debianRoot, version, 'bin'))
    .filter((directory) => existsSync(join(directory, 'initdb')));
  return newest ?? null;
}
