import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claimDocuments, withProofs } from './lib/claims.js';
import { columnTable } from './lib/column-table.js';
import { costLimitTable } from './lib/cost-limit-table.js';
import { findProofs } from './lib/find-proofs.js';
import { headerTable } from './lib/header-table.js';
import { languageList } from './lib/language-list.js';
import { licenseTable } from './lib/licenses.js';
import { limitTables, readLimitGroups, withTables } from './lib/limit-tables.js';
import { optionTable } from './lib/option-table.js';
import { root } from './lib/project.js';
import { schemaTable } from './lib/schema-table.js';
import { shapeFiles } from './lib/shapes.js';

/**
 * Groups that operators read in docs/telemetry.md, beside the events; docs/limits.md has all
 * others.
 */
const telemetryGroups = [
  'collectorLimits',
  'logLimits',
  'batchLimits',
  'queueLimits',
  'connectivityLimits',
  'providerLogLimits',
  'errorLimits',
  'playbackStatsLimits',
  'latencyLimits',
  'cmcdLimits',
  'visualElementLimits',
  'probeLimits',
  'intakeLimits',
];

// npm run docs: writes the shapes that the page checks with, the tables of limits, headers, options
// and licences and the list of languages in docs/, and the tests of each claim. With --check
// nothing is written; the exit code is 0 if they are up to date.
const isCheck = process.argv.includes('--check');
const groups = await readGroups('shared/limits');
/** @param {{ name: string }} group */
const isTelemetry = ({ name }) => telemetryGroups.includes(name);
write('docs/telemetry.md', limitTables(groups.filter(isTelemetry)));
write('docs/limits.md', limitTables(groups.filter((group) => !isTelemetry(group))));
write('docs/self-hosting.md', headerTable(), 'headers');
write('docs/self-hosting.md', optionTable(), 'options');
write('docs/security.md', await costLimitTable(), 'costs');
write('docs/licenses.md', licenseTable(), 'licences');
write('docs/url-parameters.md', languageList(), 'languages');
write('docs/schemas.md', schemaTable(), 'schemas');
write('docs/playback-columns.md', columnTable(), 'columns');
for (const { file, text } of shapeFiles()) writeText(file, () => text, 'schema');
const proofs = findProofs();
for (const document of claimDocuments)
  writeText(document, (text) => withProofs(text, proofs), 'tests of its claims');

/** @param {string} folder of modules that export groups of limits */
async function readGroups(folder) {
  const files = readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.ts'))
    .sort();
  const read = files.map(async (file) => {
    const path = join(root, folder, file);
    return readLimitGroups(readFileSync(path, 'utf8'), await import(path));
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
