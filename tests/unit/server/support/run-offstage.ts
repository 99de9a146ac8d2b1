import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { CommandRun } from './run-command.ts';

const main = fileURLToPath(new URL('../../../../server/cli/main.ts', import.meta.url));

/** Runs a command in a process of its own, as the start script does. */
export function runOffstage(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandRun> {
  return startOffstage(args, env).ended;
}

/** @param env more variables; those of Offstage are not inherited */
export function startOffstage(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { child: ChildProcess; ended: Promise<CommandRun> } {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('OFFSTAGE_'));
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended: endOf(child) };
}

async function endOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<CommandRun> {
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await once(child, 'close');
  return { code: child.exitCode ?? -1, stdout, stderr };
}
