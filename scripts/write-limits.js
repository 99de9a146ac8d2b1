import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claimDocuments, withProofs } from './lib/claims.js';
import { columnTable } from './lib/column-table.js';
import { costLimitTable } from './lib/cost-limit-table.js';
import { findProofs } from './lib/find-proofs.js';
import { headerTable } from './lib/header-table.js';
import { languageList } from './lib/language-list.js';
import { licenseTable } from './lib/licenses.js';
import { isNumberGroup, limitTables, readLimitGroups, withTables } from './lib/limit-tables.js';
import { optionTable } from './lib/option-table.js';
import { root } from './lib/project.js';
import { assumptionTable, measuredTables, resultTable } from './lib/scale/scale-tables.js';
import { schemaTable } from './lib/schema-table.js';
import { shapeFiles } from './lib/shapes.js';

/**
 * Groups that operators read in docs/telemetry.md, beside the events; docs/limits.md has all
 * others.
 */
const telemetryGroups = [
  'collectorLimits',
  'logLimits',
  'logFieldLimits',
  'pageReportLimits',
  'batchLimits',
  'queueLimits',
  'connectivityLimits',
  'providerLogLimits',
  'errorLimits',
  'stackLimits',
  'playbackStatsLimits',
  'latencyLimits',
  'cmcdLimits',
  'visualElementLimits',
  'probeLimits',
  'traceLimits',
  'intakeLimits',
];

// npm run docs: writes the shapes that the page checks with, the tables of limits, headers, options
// and licences and the list of languages in docs/, and the tests of each claim. With --check
// nothing is written; the exit code is 0 if they are up to date.
const isCheck = process.argv.includes('--check');
const groups = await readGroups('shared/limits/*.ts');
/** @param {{ name: string }} group */
const isTelemetry = ({ name }) => telemetryGroups.includes(name);
const ofPage = groups.map(({ name, title, limits }) => ({ name, title, limits }));
write('docs/telemetry.md', limitTables(ofPage.filter(isTelemetry)));
write('docs/limits.md', limitTables(ofPage.filter((group) => !isTelemetry(group))));
const ofServer = await readGroups('server/**/*-limits.{ts,js}');
write('docs/limits.md', limitTables(ofServer), 'limits of the server');
write('docs/self-hosting/headers.md', headerTable(), 'headers');
write('docs/self-hosting/options.md', optionTable(), 'options');
write('docs/security.md', await costLimitTable(), 'costs');
write('docs/licenses.md', licenseTable(), 'licences');
write('docs/url-parameters.md', languageList(), 'languages');
write('docs/schemas.md', schemaTable(), 'schemas');
write('docs/playback-columns.md', columnTable(), 'columns');
write('docs/scale.md', measuredTables(), 'measured');
write('docs/scale.md', assumptionTable(), 'assumptions');
write('docs/scale.md', resultTable(), 'results');
for (const { file, text } of shapeFiles()) writeText(file, () => text, 'schema');
const proofs = findProofs();
for (const document of claimDocuments)
  writeText(document, (text) => withProofs(text, proofs), 'tests of its claims');

/** @param {string} pattern of modules that export groups of limits */
async function readGroups(pattern) {
  const read = globSync(pattern, { cwd: root })
    .sort()
    .map(async (file) => {
      const path = join(root, file);
      const exported = Object.entries(await import(path)).filter(([, group]) =>
        isNumberGroup(group),
      );
      const read = readLimitGroups(readFileSync(path, 'utf8'), Object.fromEntries(exported));
      return read.map((group) => ({ ...group, file }));
    });
  return (await Promise.all(read)).flat();
}

/**
 * @param {string} path
 * @param {string} tables
 */
function write(path, tables, name = 'limits') {
  writeText(path, (text) => withTables(text, tables, name), name);
}

/**
 * @param {string} path
 * @param {(text: string) => string} change
 * @param {string} name the part of the document
 */
function writeText(path, change, name) {
  const file = join(root, path);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const next = change(text);
  if (next === text) return;
  if (isCheck) {
    console.error(
      `${path} does not tell the ${name} that the product has: npm run docs writes them.`,
    );
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, next);
    console.log(`wrote ${path}`);
  }
}
