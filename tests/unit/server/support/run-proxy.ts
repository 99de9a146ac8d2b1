import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { listens } from '../../../../e2e/support/listens.ts';
import { tempDirectory } from './temp-directory.ts';

const lookAgainMs = 20;

/** @returns a directory with a self-signed `cert.pem` and `key.pem` for `video.example` */
export function makeCertificate(): string {
  const directory = tempDirectory();
  const options =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=video.example';
  const files = ['-keyout', join(directory, 'key.pem'), '-out', join(directory, 'cert.pem')];
  execFileSync(
    'openssl',
    [...options.split(' '), '-addext', 'subjectAltName=DNS:video.example', ...files],
    {
      stdio: 'ignore',
    },
  );
  return directory;
}

/** @returns the program's path, from the variable that `npm test` sets */
export function proxyProgram(variable: string, fallback: string): string {
  return process.env[variable] ?? fallback;
}

/**
 * Runs a proxy until the test ends.
 * @param port on which it listens once it is ready
 * @throws with its output if it ends before
 */
export async function runProxy(
  program: string,
  args: readonly string[],
  port: number,
): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let ended: string | null = null;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  child.once('error', (error) => {
    ended = `${program} does not start (${error.message}): install it, or npm test as root`;
  });
  child.once('exit', (code) => {
    ended ??= `${program} ended with ${code}: ${output}`;
  });
  onTestFinished(async () => {
    if (ended !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  while (!(await listens(port))) {
    if (ended !== null) throw new Error(ended);
    await wait(lookAgainMs);
  }
}

/**
 * @returns a file with that text in a directory that any user of the machine may enter: nginx's
 * workers run as another user
 */
export function configFile(name: string, text: string): string {
  const directory = tempDirectory();
  chmodSync(directory, 0o755);
  const file = join(directory, name);
  writeFileSync(file, text);
  return file;
}
