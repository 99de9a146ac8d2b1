import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../../scripts/lib/project.js';
import { readReport } from '../../scripts/lib/test-reports.js';
import { createTestSummary } from '../../scripts/lib/test-summary.js';

const phase = { name: 'unit', code: 0, reason: null, durationMs: 1_500, results: [] };
const passing = {
  file: 'a.test.ts',
  title: 'a.test.ts › adds',
  outcome: 'passed' as const,
  durationMs: 20,
  message: '',
};

describe('the end of npm test', () => {
  test('has the duration of each phase, the slowest tests first, and the counts last', () => {
    const summary = createTestSummary();
    summary.addPhase('set-up', 3_000);
    summary.add({ ...phase, name: 'types', results: null });
    const many = Array.from({ length: 12 }, (_, index) => ({
      ...passing,
      title: `test ${index}`,
      durationMs: index * 1_000,
    }));
    summary.add({ ...phase, results: many });
    const lines = summary.lines();
    expect(lines).toContain('     3.0 s  set-up');
    expect(lines).toContain('     1.5 s  unit');
    const slowest = lines.slice(lines.indexOf('\nThe slowest tests:') + 1, -1);
    expect(slowest).toHaveLength(10);
    expect(slowest[0]).toBe('    11.0 s  test 11');
    expect(lines.at(-1)).toBe('\n13 passed, 0 failed');
    expect(summary.hasFailed()).toBe(false);
  });

  test('names the suites that this machine cannot run, and why', () => {
    const summary = createTestSummary();
    expect(summary.lines()).not.toContain('\nNot tested on this machine:');
    summary.addUntested('Firefox: it is not installed');
    const lines = summary.lines();
    expect(lines[lines.indexOf('\nNot tested on this machine:') + 1]).toBe(
      '    Firefox: it is not installed',
    );
    expect(summary.hasFailed()).toBe(false);
  });

  test('counts a suite that hung as failed, and shows where', () => {
    const summary = createTestSummary();
    const reason = 'unit stood still: it was at a.test.ts › waits.';
    summary.add({ ...phase, code: 1, reason, results: [passing] });
    expect(summary.lines()).toContain(`    ${reason}`);
    expect(summary.lines().at(-1)).toBe('\n1 passed, 1 failed');
    expect(summary.hasFailed()).toBe(true);
  });

  test('counts a suite that crashes without a failing test as failed', () => {
    const summary = createTestSummary();
    summary.add({ ...phase, code: 134 });
    expect(summary.lines()).toContain('    It ended with exit code 134 and no failing test.');
    expect(summary.lines().at(-1)).toBe('\n0 passed, 1 failed');
  });
});

describe('a report', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'offstage-report-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  function write(report: unknown): string {
    const file = join(directory, 'report.json');
    writeFileSync(file, JSON.stringify(report));
    return file;
  }

  test('of Vitest’s is read', () => {
    const test = { fullName: 'adds', status: 'failed', failureMessages: ['wrong'], duration: 7 };
    const file = write({
      testResults: [{ name: join(root, 'a.test.ts'), assertionResults: [test] }],
    });
    expect(readReport(file)).toEqual([
      {
        file: 'a.test.ts',
        title: 'a.test.ts › adds',
        outcome: 'failed',
        durationMs: 7,
        message: 'wrong',
      },
    ]);
  });

  test('of Playwright’s is read, and a test that passed only on a retry has failed', () => {
    const results = [
      { duration: 3, errors: [{ message: 'late' }] },
      { duration: 4, errors: [] },
    ];
    const spec = {
      file: 'a.test.ts',
      line: 2,
      title: 'plays',
      tests: [{ status: 'flaky', results }],
    };
    const group = { title: 'a page', specs: [spec] };
    const file = write({ suites: [{ title: 'a.test.ts', suites: [group] }] });
    const title = 'e2e/a.test.ts:2 › a page › plays';
    expect(readReport(file)).toEqual([
      { file: 'e2e/a.test.ts', title, outcome: 'failed', durationMs: 7, message: 'late' },
    ]);
  });

  test('of the attacks is read, and a successful attack has failed', () => {
    const file = 'e2e/attack/recipes/store.ts';
    const attack = {
      file,
      title: 'a full disk',
      durationMs: 5,
      notMet: ['it goes on', 'it says so'],
    };
    const title = `${file} › a full disk`;
    expect(readReport(write({ attacks: [attack, { ...attack, notMet: [] }] }))).toEqual([
      { file, title, outcome: 'failed', durationMs: 5, message: 'it goes on\nit says so' },
      { file, title, outcome: 'passed', durationMs: 5, message: '' },
    ]);
  });

  test('that was never written, or not completely, has no tests', () => {
    expect(readReport(join(directory, 'none.json'))).toEqual([]);
    const file = write({ attacks: [] });
    writeFileSync(file, '{"testResults":[{"name":');
    expect(readReport(file)).toEqual([]);
  });
});
