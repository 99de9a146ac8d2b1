import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';

/** PostgreSQL refuses to run as root; Debian's package brings this user. */
const account = 'postgres';

/** As `npm test` finds it, or as Debian 12 has it. */
const binDir = process.env.POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin';

/** With its programs first. */
export const postgresPath = `${binDir}:${process.env.PATH}`;

/**
 * What PostgreSQL's programs run as, and who must own what they write to; `null`: whoever runs the
 * tests.
 */
export const postgresOwner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null;

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, account], { encoding: 'utf8' }));
}

/** Runs one of its programs to the end. @throws an Error with what it said */
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
    // The tests' own directory may be closed to that user.
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: postgresPath, LC_ALL: 'C' },
  });
}
