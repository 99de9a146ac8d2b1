import { expect } from '@playwright/test';
import { processesOf, signal } from '../scripts/lib/processes.js';
import { runReportedSuite } from '../scripts/lib/run-reported-suite.js';
import { runSuite } from '../scripts/lib/run-suite.js';
import { thorough } from './support/thorough.ts';
import { test } from './support/worker.ts';

/** The browsers below this process: this worker's, and those of suites that it runs. */
const browsers = () =>
  processesOf(process.pid, 'none').filter(
    ({ command }) => command.includes('--remote-debugging') && !command.includes('--type='),
  );

test(
  'a browser killed during a Vitest suite ends the suite with one sentence',
  thorough,
  async () => {
    const ownProcesses = new Set(browsers().map(({ pid }) => pid));
    const { code, reason } = await runSuite({
      name: 'browser',
      command: 'vitest',
      args: ['run', '--config=e2e/stalling/vitest.config.ts', '--project=hanging test (chromium)'],
      results: test.info().outputDir,
      write: () => {},
      onLook(where) {
        if (!where.endsWith('never ends')) return;
        for (const { pid } of browsers()) if (!ownProcesses.has(pid)) signal(pid, 'SIGKILL');
      },
    });
    expect(code).toBe(1);
    expect(reason).toBe(
      'browser broke off at e2e/stalling/hangs.fixture.ts › never ends: its browser ended, perhaps for lack of memory; run the suite again',
    );
  },
);

test(
  'a browser that crashes during a Playwright suite fails one test, and the next test gets a new browser',
  thorough,
  async () => {
    const { code, reason, results } = await runReportedSuite(
      {
        name: 'e2e',
        command: 'playwright',
        runner: 'playwright',
        args: ['test', '--config=e2e/stalling/playwright.config.ts'],
      },
      { results: test.info().outputDir, env: {}, write: () => {} },
    );
    expect(code).toBe(1);
    expect(reason).toBeNull();
    expect(results?.map(({ outcome }) => outcome)).toEqual(['failed', 'passed']);
    expect(results?.[0]?.message).toContain('has been closed');
  },
);
