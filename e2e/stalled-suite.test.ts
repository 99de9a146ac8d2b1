import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runStalling } from './support/run-stalling.ts';
import { thorough } from './support/thorough.ts';
import { test } from './support/worker.ts';

/** Runs a suite that hangs in a page of its browser. */
async function runStallingPage(project: string, results: string, place: RegExp) {
  const args = ['run', '--config=e2e/stalling/vitest.config.ts', `--project=${project} (chromium)`];
  const { code, reason } = await runStalling({ command: 'vitest', args, results, place });
  const saved = JSON.parse(readFileSync(join(results, 'stalling-stalled/browser.json'), 'utf8'));
  return { code, reason, saved };
}

test(
  'a test that hangs in a page is named with its page, and a screenshot is kept',
  thorough,
  async () => {
    const results = test.info().outputDir;
    const { code, reason, saved } = await runStallingPage('hanging test', results, /never ends/);
    expect(code).toBe(1);
    expect(reason).toContain('it was at e2e/stalling/hangs.fixture.ts › never ends');
    const [page] = saved.flatMap(({ pages }: { pages: unknown[] }) => pages);
    expect(page.frames).toContainEqual(
      expect.objectContaining({
        url: expect.stringContaining('hangs.fixture.ts'),
        readyState: 'complete',
      }),
    );
    expect(page.targets).toContainEqual(expect.objectContaining({ type: 'page' }));
    expect(readFileSync(page.screenshot).subarray(1, 4).toString()).toBe('PNG');
  },
);

test('a page that never loads is named with its unanswered request', thorough, async () => {
  const results = test.info().outputDir;
  const { code, reason, saved } = await runStallingPage(
    'hanging page',
    results,
    /holds the script/,
  );
  expect(code).toBe(1);
  expect(reason).toContain(
    'it was at the tester page of e2e/stalling/hangs.fixture.ts, which has not loaded',
  );
  const unanswered = saved.flatMap(
    ({ requests }: { requests: { unanswered: string[] } }) => requests.unanswered,
  );
  expect(unanswered).toContainEqual(
    expect.stringMatching(/^GET \/__vitest_browser__\/tester-.*\.js \(\d+ ms\)$/),
  );
});
