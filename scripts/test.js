import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fail, orFail } from './lib/fail.js';
import { abortOnInterrupt, interruptedCode } from './lib/interrupt.js';
import { prepareTests } from './lib/prepare-tests.js';
import { root } from './lib/project.js';
import { runReportedSuite } from './lib/run-reported-suite.js';
import { runPlan, testPlan } from './lib/suites.js';
import { createTestSummary } from './lib/test-summary.js';

// npm test: a test of each claim of the documents, from a fresh clone. With --all (npm run
// test:all) also long stories, every row of the tables, more rounds, several machines and browsers.
// Later suites run even if an earlier one failed, and the last line counts all results.
const isAll = process.argv.includes('--all');
const summary = createTestSummary();
const setUpStartMs = performance.now();
const env = await prepareTests({ isAll }).catch(fail);
const results = path.join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
summary.addPhase('set-up', performance.now() - setUpStartMs);

const plan = orFail(() => testPlan({ isAll }));
const signal = abortOnInterrupt();
await runPlan(plan, async (suite) => {
  if (signal.aborted) return;
  const outcome = await runReportedSuite(suite, { results, env, signal });
  summary.add(outcome);
  console.log(`${outcome.code === 0 ? 'ok    ' : 'FAILED'} ${suite.name}`);
}).catch(fail);
for (const sentence of plan.untested) summary.addUntested(sentence);

if (signal.aborted) process.exit(interruptedCode);
for (const line of summary.lines()) console.log(line);
process.exit(summary.hasFailed() ? 1 : 0);
