import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { thorough } from './support/thorough.ts';
import { withOwnOptions } from './support/with-own-options.ts';
import { test } from './support/worker.ts';

/** The program behind `npm start`. */
interface Start {
  child: ChildProcess;
  output(): string;
  /**
   * Waits for the addresses.
   * @returns the embed origin
   */
  embedOrigin(): Promise<string>;
  exitCode(): Promise<number | null>;
}

let dataDir = '';
let started: Start[] = [];

test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'offstage-start-'));
});
test.afterEach(async () => {
  for (const { child, exitCode } of started) {
    child.kill('SIGTERM');
    await exitCode();
  }
  started = [];
  rmSync(dataDir, { recursive: true });
});

function start(args: readonly string[], env: Record<string, string> = {}): Start {
  const options = withOwnOptions({ '--port': 0, '--demo-port': 0, '--data': dataDir }, args);
  const child = spawn(process.execPath, ['scripts/start.js', ...options], {
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close');
  const result: Start = {
    child,
    output: () => output,
    async embedOrigin() {
      await expect.poll(() => output).toContain('Media');
      return /Embed\s+(http:\/\/localhost:\d+)/.exec(output)?.[1] ?? '';
    },
    exitCode: async () => {
      await ended;
      return child.exitCode;
    },
  };
  started.push(result);
  return result;
}

const answers = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

for (const { args, sentence, mark = thorough } of [
  { args: ['--bogus'], sentence: 'Unknown option --bogus; --help lists the known ones.', mark: {} },
  { args: ['--port', 'x'], sentence: '--port' },
  {
    args: ['--media', '/no/such/directory'],
    sentence: 'The media directory /no/such/directory does not exist',
  },
  { args: ['--media', 'package.json'], sentence: 'is not a directory' },
  { args: ['--data', 'package.json/x'], sentence: 'cannot be created' },
]) {
  test(`refuses ${args.join(' ')} in one sentence and exits with 2`, mark, async () => {
    const refused = start(args);
    expect(await refused.exitCode()).toBe(2);
    expect(refused.output()).toContain(sentence);
    expect(refused.output().trim().split('\n')).toHaveLength(1);
  });
}

test('names the port in use and the option that changes it, and exits with 2', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  for (const option of ['--port', '--demo-port']) {
    const refused = start([option, String(port)]);
    expect(await refused.exitCode()).toBe(2);
    expect(refused.output().trim()).toBe(
      `Port ${port} is in use by another program; stop it, or choose another port with ${option}.`,
    );
  }
  other.close();
});

test('shows its options with --help and exits with 0', async () => {
  const helped = start(['--help']);
  expect(await helped.exitCode()).toBe(0);
  expect(helped.output()).toContain('OFFSTAGE_DEMO_PORT');
});

for (const { signal, mark } of [
  { signal: 'SIGTERM', mark: {} },
  { signal: 'SIGINT', mark: thorough },
] as const) {
  test(`stops cleanly on ${signal}, also while a video streams`, mark, async () => {
    const running = start([]);
    const origin = await running.embedOrigin();
    const stream = await fetch(`${origin}/media/offstage002.mp4`);
    running.child.kill(signal);
    expect(await running.exitCode()).toBe(0);
    expect(await answers(origin)).toBe(false);
    await stream.body?.cancel().catch(() => {});
  });
}

test('also takes its options from the environment', thorough, async () => {
  const running = start([], { OFFSTAGE_BRAND: 'Harbour TV' });
  const page = await (await fetch(`${await running.embedOrigin()}/embed/offstage001`)).text();
  expect(page).toContain('<title>Four Lights - Harbour TV</title>');
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  test(`npm start leaves no server behind when npm gets ${signal}`, thorough, async () => {
    const npm = spawn(
      'npm',
      ['start', '--', '--port', '0', '--demo-port', '0', '--data', dataDir],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    let output = '';
    npm.stdout.on('data', (chunk) => (output += chunk));
    const embed = () => /Embed\s+(http:\/\/localhost:\d+)/.exec(output)?.[1];
    await expect.poll(embed).toBeDefined();
    npm.kill(signal);
    await expect.poll(() => answers(embed() ?? '')).toBe(false);
  });

test('leaves no server behind when it is killed', async () => {
  const running = start([]);
  const origin = await running.embedOrigin();
  expect(await answers(origin)).toBe(true);
  running.child.kill('SIGKILL');
  await expect.poll(() => answers(origin)).toBe(false);
});
