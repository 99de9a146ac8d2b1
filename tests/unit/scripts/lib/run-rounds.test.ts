import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { chooseRounds, currentCommit } from '../../../../scripts/lib/choose-rounds.js';
import { processesOf } from '../../../../scripts/lib/processes.js';
import { readRounds } from '../../../../scripts/lib/round-file.js';
import { runRounds } from '../../../../scripts/lib/run-rounds.js';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'offstage-rounds-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const tool = (name: string, script: string) => ({ name, command: 'node', args: ['-e', script] });
const never = new AbortController().signal;

test('each round is stored in its own file, with the remains of a failed one beside it', async () => {
  const second = join(directory, 'second');
  const failsOnce = `const { existsSync, writeFileSync } = require('node:fs');
    if (!existsSync(${JSON.stringify(second)})) { writeFileSync(${JSON.stringify(second)}, ''); process.exitCode = 3; }`;
  const plan = { stages: [[[tool('sizes', ''), tool('types', failsOnce)]]], untested: [] };
  const printed: string[] = [];
  const print = (line: string) => printed.push(line);
  await runRounds({ plan, count: 2, directory, withLoad: false, env: {}, signal: never, print });
  const rounds = readRounds(directory);
  expect(rounds.map(({ suites }) => suites.types?.code)).toEqual([3, 0]);
  expect(rounds.every(({ endedAt, isInterrupted }) => endedAt !== null && !isInterrupted)).toBe(
    true,
  );
  expect(readdirSync(directory).filter((name) => /^20.*Z$/.test(name))).toHaveLength(1);
  expect(printed).toContain('FAILED types');
});

test('rounds are selected by commit, by date, and by the commit since which they ran', () => {
  const { commit } = currentCommit();
  const base = {
    endedAt: null,
    isInterrupted: false,
    hasChanges: false,
    load: null,
    machineLoad: 0,
    suites: {},
  };
  const rounds = [
    { ...base, startedAt: '2026-11-20T10:00:00.000Z', commit: 'gone' },
    { ...base, startedAt: '2026-11-22T10:00:00.000Z', commit },
  ];
  expect(chooseRounds(rounds, undefined)).toEqual([rounds[1]]);
  expect(chooseRounds(rounds, '2026-11-20')).toEqual(rounds);
  expect(chooseRounds(rounds, '2026-11-21')).toEqual([rounds[1]]);
  expect(() => chooseRounds(rounds, 'nonsense')).toThrow(
    '--since needs a date such as 2026-11-23, or a commit: nonsense is neither.',
  );
});

test('an incomplete file is no round', () => {
  const packed = gzipSync('{"startedAt":"2026-11-23T06:00:00.000Z","suites":{}}');
  writeFileSync(join(directory, 'whole.json.gz'), packed);
  expect(readRounds(directory)).toHaveLength(1);
  writeFileSync(join(directory, 'whole.json.gz'), packed.subarray(0, 20));
  expect(readRounds(directory)).toEqual([]);
  expect(readRounds(join(directory, 'none'))).toEqual([]);
});

/**
 * A round beside load whose suite never ends, and has started a server that has left its process
 * group.
 */
async function startEndlessRound(): Promise<{ child: ChildProcess; left: () => string[] }> {
  const mark = `OFFSTAGE_TEST_ROUND=${randomUUID()}`;
  const [name = '', value = ''] = mark.split('=');
  const server = `require('node:child_process').spawn('node', ['-e', 'setInterval(() => {}, 60_000)'], { detached: true, stdio: 'ignore' }).unref();
    process.on('SIGINT', () => {}); setInterval(() => {}, 60_000); console.log('at work')`;
  const script = `
    import { abortOnInterrupt } from './scripts/lib/interrupt.js';
    import { runRounds } from './scripts/lib/run-rounds.js';
    const plan = { stages: [[[{ name: 'types', command: 'node', args: ['-e', ${JSON.stringify(server)}] }]]], untested: [] };
    await runRounds({ plan, count: 2, directory: ${JSON.stringify(directory)}, withLoad: true, env: {}, signal: abortOnInterrupt(), interruptMs: 100 });`;
  const child = spawn('node', ['--input-type=module', '-e', script], {
    env: { ...process.env, [name]: value },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const left = () => processesOf(child.pid ?? 0, mark).map(({ command }) => command);
  onTestFinished(() => {
    for (const { pid } of processesOf(child.pid ?? 0, mark)) process.kill(pid, 'SIGKILL');
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    if (output.includes('at work')) break;
  }
  return { child, left };
}

test.runIf(existsSync('/proc'))(
  'an interrupted round leaves no load, suite or server, and reports that it was interrupted',
  async () => {
    const { child, left } = await startEndlessRound();
    await expect
      .poll(() => left().filter((command) => command.includes('scripts/load/')).length)
      .toBeGreaterThan(1);
    child.kill('SIGINT');
    // As npm does, which repeats the terminal's signal.
    child.kill('SIGINT');
    await once(child, 'exit');
    expect(left()).toEqual([]);
    expect(readRounds(directory)).toMatchObject([{ isInterrupted: true, suites: { types: null } }]);
  },
);

test.runIf(existsSync('/proc'))(
  'the load ends with a round that dies, which stays recorded',
  async () => {
    const { child, left } = await startEndlessRound();
    child.kill('SIGKILL');
    await expect
      .poll(() => left().filter((command) => command.includes('scripts/load/')))
      .toEqual([]);
    expect(readRounds(directory)).toMatchObject([{ endedAt: null, suites: { types: null } }]);
  },
);
