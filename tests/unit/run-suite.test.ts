import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runStalling } from '../../e2e/support/run-stalling.ts';
import { runSuite } from '../../scripts/lib/run-suite.js';

let results: string;

beforeEach(() => {
  results = mkdtempSync(join(tmpdir(), 'offstage-suites-'));
});
afterEach(() => rmSync(results, { recursive: true, force: true }));

async function runHanging(command: string, args: string[], place: RegExp) {
  const ran = await runStalling({ command, args, results, place });
  return { ...ran, saved: readdirSync(join(results, 'stalling-stalled')) };
}

const vitestArgs = (project: string) => [
  'run',
  '--config=tests/unit/stalling/vitest.config.ts',
  `--project=${project}`,
];

/** Processes that a run has left, by a part of their command that only they have. */
function processesWith(text: string): string[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
    .flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return [];
      }
    })
    .filter((command) => command.includes(text));
}

test('a test that never ends is named, and its suite ends with all its processes', async () => {
  const { code, reason, output, saved } = await runHanging(
    'vitest',
    vitestArgs('test'),
    /never ends/,
  );
  expect(code).toBe(1);
  expect(reason).toMatch(
    /^stalling stood still: nothing started, ended or was printed for 20 s; it was at tests\/unit\/stalling\/hangs\.fixture\.ts › never ends\. See .*stalling-stalled\/\.$/,
  );
  expect(output).toContain(`stalling │ ${reason}`);
  expect(output).toMatch(
    /stalling │ {3}test tests\/unit\/stalling\/hangs\.fixture\.ts › never ends \(for/,
  );
  expect(saved).toContain('stall.txt');
  expect(saved.some((name) => /^report\..*\.json$/.test(name))).toBe(true);
  expect(processesWith(results)).toEqual([]);
});

test('a runner that hangs before its first test is separated from one that works', async () => {
  const { code, reason, saved } = await runHanging('vitest', vitestArgs('runner'), /never ready/);
  expect(code).toBe(1);
  expect(reason).toContain('it was at the runner, before its first test');
  expect(saved).toContain('stall.txt');
  expect(processesWith(results)).toEqual([]);
});

test('a test of Playwright’s that never ends is named too', async () => {
  const { code, reason } = await runHanging(
    'playwright',
    [
      'test',
      '--config=tests/unit/stalling/playwright.config.ts',
      '--reporter=list,./scripts/progress/playwright-progress.js',
    ],
    /never ends/,
  );
  expect(code).toBe(1);
  expect(reason).toContain('it was at tests/unit/stalling/hangs.spec.ts:3 › never ends');
  expect(processesWith(results)).toEqual([]);
});

test('an idle tool without steps is ended, and one that works is left alone', async () => {
  const idle = await runHanging(
    'node',
    ['-e', 'console.log("idle"); setInterval(() => {}, 60_000)'],
    /idle/,
  );
  expect(idle.code).toBe(1);
  const busy = await runSuite({
    name: 'busy',
    command: 'node',
    args: ['-e', 'console.log("at work")'],
    results,
  });
  expect(busy).toEqual({ code: 0, reason: null });
});

test('output appears line by line, after the name of its suite', async () => {
  const lines: string[] = [];
  const script =
    'process.stdout.write("one\\ntw"); process.stdout.write("o\\nlast"); process.exitCode = 3';
  const { code } = await runSuite({
    name: 'named',
    command: 'node',
    args: ['-e', script],
    results,
    write: (text) => lines.push(text),
  });
  expect(code).toBe(3);
  expect(lines).toEqual(['named │ one\n', 'named │ two\n', 'named │ last\n']);
});

test('a process that a suite leaves running with its output open is ended, and named', async () => {
  const child = 'setInterval(() => {}, 60_000) /* left */';
  const script = `require('node:child_process').spawn('node', ['-e', ${JSON.stringify(child)}], { detached: true, stdio: 'inherit' }).unref()`;
  let output = '';
  const { code } = await runSuite({
    name: 'leaving',
    command: 'node',
    args: ['-e', script],
    results,
    closeMs: 100,
    write: (text) => {
      output += text;
    },
  });
  expect(code).toBe(0);
  expect(output).toMatch(/leaving │ ended, but left node -e setInterval/);
});
