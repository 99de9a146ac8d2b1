import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkClaims, claimDocuments, readClaims } from './lib/claims.js';
import { root } from './lib/project.js';
import { readReport } from './lib/test-reports.js';

// The last suite of npm test: for each claim of the documents, a test must have run and passed in
// this run. It reads the reports in test-results/, so `node scripts/check-claims.js` repeats it
// after a run.

// The attacks need Linux. On other systems, npm test reports that it skips them.
const canAttack = process.platform === 'linux';
/** A run must have these reports to prove all claims. A longer run adds reports. */
const suites = ['unit', 'programs', 'postgres', 'browser', 'e2e', ...(canAttack ? ['attack'] : [])];
/** @param {string} file */
const runsHere = (file) => canAttack || !file.startsWith('e2e/attack/');

const results = process.env.OFFSTAGE_TEST_RESULTS ?? path.join(root, 'test-results');
const written = (existsSync(results) ? readdirSync(results) : [])
  .filter((name) => name.endsWith('.json'))
  .map((name) => path.basename(name, '.json'));
const reports = new Map(
  [...new Set([...suites, ...written])].map((suite) => [
    suite,
    readReport(path.join(results, `${suite}.json`)),
  ]),
);
const claims = claimDocuments
  .flatMap((document) => readClaims(readFileSync(path.join(root, document), 'utf8'), document))
  .map((claim) => ({ ...claim, files: claim.files.filter(runsHere) }));

const problems = checkClaims(claims, reports);
for (const problem of problems) console.error(problem);
if (problems.length === 0)
  console.log(
    `Tests of this run prove all ${claims.length} claims of ${claimDocuments.join(', ')}.`,
  );
else console.error(`${claims.length} claims were checked, and ${problems.length} problems found.`);
process.exit(problems.length === 0 ? 0 : 1);
