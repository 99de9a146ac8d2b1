import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepSecret, makeSecret } from '../options/keep-secret.js';
import { makePrivateDirectory } from '../options/private-files.js';
import { codeOf } from '../start/code-of.js';
import type { CommandDeps } from './command-deps.ts';
import { directoryOption } from './directory-option.ts';
import { failureExitCode, usageExitCode } from './exit-codes.js';
import type { Call } from './parse-command.js';

/** `offstage token` prints the token that a public server makes when its operator sets none. */
export async function runToken(call: Call, deps: CommandDeps): Promise<number> {
  const { stdout, stderr, env } = deps;
  const isJson = call.switches.has('json');
  const print = (shown: ShownToken, line: string) =>
    stdout.write(isJson ? `${JSON.stringify(shown, null, 2)}\n` : `${line}\n`);
  const isRotated = call.switches.has('rotate');
  const mistake = withoutEffect(call, env);
  if (mistake !== null) {
    stderr.write(`${mistake}\n`);
    return usageExitCode;
  }
  if (env.OFFSTAGE_TOKEN) {
    stderr.write('OFFSTAGE_TOKEN is set, so its token is used and no file is read.\n');
    const token = call.switches.has('show') ? env.OFFSTAGE_TOKEN : null;
    if (token !== null || isJson) print({ file: null, token }, token ?? '');
    return 0;
  }
  const dataDir = directoryOption('data', call, deps);
  if (call.switches.has('dry-run')) {
    const file = join(dataDir, tokenFile);
    if (isJson) print({ file, token: null }, '');
    return dryRun(file, isRotated, deps);
  }
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
    print({ file: kept.value.file, token: kept.value.secret }, kept.value.secret);
    return 0;
  }
  print({ file: kept.value.file, token: null }, kept.value.file);
  stderr.write(
    isRotated
      ? 'The token was replaced. A running server uses it after a restart.\n'
      : 'offstage token --show prints the token. Servers with this data directory ask for it from their next start on.\n',
  );
  return 0;
}

/** @returns what is wrong with a call with an option that would have no effect */
function withoutEffect({ values, switches }: Call, env: CommandDeps['env']): string | null {
  if (env.OFFSTAGE_TOKEN && switches.has('rotate'))
    return '--rotate has no effect while OFFSTAGE_TOKEN is set; to change the token, change this variable and restart the server.';
  if (env.OFFSTAGE_TOKEN && values.has('data'))
    return '--data has no effect while OFFSTAGE_TOKEN is set; unset this variable, or leave out --data.';
  if (switches.has('show') && switches.has('dry-run'))
    return '--show has no effect with --dry-run, which prints no token; leave one of them out.';
  return null;
}

/** The output of `--json`. */
interface ShownToken {
  /** `null` if the token is in the environment. */
  file: string | null;
  /** `null` without `--show`. */
  token: string | null;
}

const tokenFile = 'operator-token';

function dryRun(file: string, isRotated: boolean, { stderr }: CommandDeps): number {
  const isThere = existsSync(file);
  if (!isThere) stderr.write(`Would make a token in ${file}.\n`);
  else if (isRotated) stderr.write(`Would replace the token in ${file}.\n`);
  else stderr.write(`The token in ${file} would stay as it is.\n`);
  return 0;
}

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
