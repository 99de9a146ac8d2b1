import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';

/** PostgreSQL refuses to run as root; Debian's package creates this user. */
export const account = 'postgres';

/** The directory from `npm test`, or Debian 12's. */
export const binDir = process.env.POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin';

/** PATH with its programs first. */
export const postgresPath = `${binDir}:${process.env.PATH}`;

/**
 * The user that PostgreSQL's programs run as, which must own their files; `null`: the user of the
 * tests.
 */
export const postgresOwner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null;

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, account], { encoding: 'utf8' }));
}

/**
 * Runs one of its programs to the end.
 * @throws an Error with its output
 */
export function runPostgres(program: string, args: readonly string[]): Promise<string> {
  const child = startPostgres(program, args);
  let [output, errors] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(
        new Error(
          `${program} does not start (${error.message}): install PostgreSQL, or npm test as root`,
        ),
      ),
    );
    child.once('close', (code) => {
      if (code === 0) resolve(output.trimEnd());
      else reject(new Error(`${program} ended with ${code}: ${errors}`));
    });
  });
}

export function startPostgres(program: string, args: readonly string[]): ChildProcess {
  return spawn(join(binDir, program), args, {
    ...postgresOwner,
    // That user may have no access to the tests' own directory.
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: postgresPath, LC_ALL: 'C' },
  });
}
