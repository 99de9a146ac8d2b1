import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepSecret, makeSecret } from '../options/keep-secret.js';
import { makePrivateDirectory } from '../options/private-files.js';
import { codeOf } from '../start/code-of.js';
import type { CommandDeps } from './command-deps.ts';
import { directoryOption } from './directory-option.ts';
import { failureExitCode } from './exit-codes.js';
import type { Call } from './parse-command.js';

/** `offstage token` prints the token that a public server makes when its operator sets none. */
export async function runToken(call: Call, deps: CommandDeps): Promise<number> {
  const { stdout, stderr, env } = deps;
  const isRotated = call.switches.has('rotate');
  if (env.OFFSTAGE_TOKEN) {
    stderr.write('OFFSTAGE_TOKEN is set, so its token is used and no file is read.\n');
    if (isRotated) {
      stderr.write('To change the token, change this variable and restart the server.\n');
      return failureExitCode;
    }
    if (call.switches.has('show')) stdout.write(`${env.OFFSTAGE_TOKEN}\n`);
    return 0;
  }
  const dataDir = directoryOption('data', call, deps);
  try {
    makePrivateDirectory(dataDir);
    if (isRotated) replaceToken(join(dataDir, tokenFile));
  } catch (error) {
    stderr.write(
      `The token in ${dataDir} cannot be written (${codeOf(error)}); give this user write access, or choose another directory with --data.\n`,
    );
    return failureExitCode;
  }
  const kept = keepSecret(dataDir, {
    name: tokenFile,
    instead: 'choose another directory with --data',
  });
  if (!kept.ok) {
    stderr.write(`${kept.error.message}\n`);
    return failureExitCode;
  }
  if (call.switches.has('show')) {
    stdout.write(`${kept.value.secret}\n`);
    return 0;
  }
  stdout.write(`${kept.value.file}\n`);
  stderr.write(
    isRotated
      ? 'The token was replaced. A running server uses it after a restart.\n'
      : 'offstage token --show prints the token. Servers on localhost ask for a token only if started with --token.\n',
  );
  return 0;
}

const tokenFile = 'operator-token';

/** Renames a complete file, so that readers never see half a token. */
function replaceToken(file: string): void {
  const next = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(next, `${makeSecret()}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(next, file);
  } finally {
    rmSync(next, { force: true });
  }
}
