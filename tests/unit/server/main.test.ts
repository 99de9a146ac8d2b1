import { spawn } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './support/free-port.ts';
import { printLoaded } from './support/print-loaded.ts';
import { tempDirectory } from './support/temp-directory.ts';

const root = new URL('../../../', import.meta.url);
const mainFile = fileURLToPath(new URL('server/main.ts', root));

/** Runs the server's process until it ends. */
function run(
  args: string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [mainFile, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

test('a wrong option ends the server with 2 and one sentence', async () => {
  expect(await run(['--nonsense'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'Unknown option --nonsense; --help lists the known ones.\n',
  });
  // systemd does not restart a server with a refused configuration.
  const unit = readFileSync(new URL('packaging/offstage.service', root), 'utf8');
  expect(/^RestartPreventExitStatus=(.*)$/m.exec(unit)?.[1]).toBe('2');
});

test('the start reports files that were open to other users of the machine; a server that cannot start says only why, even if it cannot export it either', async () => {
  const data = tempDirectory({ 'events.sqlite': '' });
  chmodSync(`${data}/events.sqlite`, 0o644);
  const otlp = `http://127.0.0.1:${await freePort()}`;
  const config = `${data}/none.json`;
  const { code, stderr } = await run(['--data', data, '--page-config', config, '--otlp', otlp]);
  expect(code).toBe(2);
  const [opened, problem, ...rest] = stderr.split('\n');
  expect(opened).toBe(
    `warning: Other users of this machine could read ${data}/events.sqlite; now only this user can (mode 600).`,
  );
  expect(problem).toMatch(/^--page-config: /);
  expect(rest).toEqual(['']);
});

test('--help prints the help, ends with 0, and loads no schema that the server only publishes', async () => {
  const onlyPublished =
    /(published-schema|row-schemas|reply-schemas?|refusal-schema|performance-report)\S*\.ts;$/;
  const { code, stdout, stderr } = await run(['--help'], printLoaded);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('--demo-port PORT');
  const loaded = stdout.split('\n').filter((line) => line.startsWith('loads '));
  expect(loaded.filter((line) => line.endsWith('/create-embed-app.ts;'))).toHaveLength(1);
  expect(loaded.filter((line) => onlyPublished.test(line))).toEqual([]);
});
