import { spawn } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './support/free-port.ts';
import { tempDirectory } from './support/temp-directory.ts';

const root = new URL('../../../', import.meta.url);
const mainFile = fileURLToPath(new URL('server/main.ts', root));

/** Runs the server's process until it ends. */
function run(args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [mainFile, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
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

test('a wrong option and a missing directory end the server with 2 and one sentence', async () => {
  expect(await run(['--nonsense'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'Unknown option --nonsense; --help lists the known ones.\n',
  });
  const missing = `${tempDirectory()}/none`;
  expect(await run(['--media', missing, '--data', tempDirectory()])).toEqual({
    code: 2,
    stdout: '',
    stderr: `The media directory ${missing} does not exist; create it, or choose another with --media.\n`,
  });
  // systemd does not restart a server with a refused configuration.
  const unit = readFileSync(new URL('packaging/offstage.service', root), 'utf8');
  expect(/^RestartPreventExitStatus=(.*)$/m.exec(unit)?.[1]).toBe('2');
});

test('the start reports files that were open to other users of the machine', async () => {
  const data = tempDirectory({ 'events.sqlite': '' });
  chmodSync(`${data}/events.sqlite`, 0o644);
  const { stderr } = await run(['--data', data, '--page-config', `${data}/none.json`]);
  expect(stderr).toContain(
    `warning: Other users of this machine could read ${data}/events.sqlite; now only this user can (mode 600).\n`,
  );
});

test('a server that cannot start says only that, even if it cannot export it either', async () => {
  const config = `${tempDirectory()}/none.json`;
  const options = ['--data', tempDirectory(), '--page-config', config];
  const { code, stderr } = await run([
    ...options,
    '--otlp',
    `http://127.0.0.1:${await freePort()}`,
  ]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^--page-config: .*\n$/);
});

test('--help prints the help and ends with 0', async () => {
  expect(await run(['--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('--demo-port PORT'),
    stderr: '',
  });
});
