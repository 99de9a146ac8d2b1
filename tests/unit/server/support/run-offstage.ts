import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { CommandRun } from './run-command.ts';

const main = fileURLToPath(new URL('../../../../server/cli/main.ts', import.meta.url));

/**
 * Runs a command in a process of its own, as the start script does.
 * @param env more variables; those of Offstage are not inherited
 */
export async function runOffstage(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandRun> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('OFFSTAGE_'));
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
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
