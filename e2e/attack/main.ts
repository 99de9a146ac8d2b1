import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { disableFeatures } from '../support/disabled-features.ts';
import { openScene } from './open-scene.ts';
import { failedLines, floodLine, recipeLine } from './print-lines.ts';
import type { Check } from './recipe.ts';
import { floods } from './recipes/floods.ts';
import { libraryRecipes } from './recipes/library.ts';
import { postgresRecipes } from './recipes/postgres.ts';
import { privacyRecipes } from './recipes/privacy.ts';
import { storeRecipes } from './recipes/store.ts';
import { type FloodForm, runFlood } from './run-flood.ts';
import { checkViewer } from './viewer.ts';

/** How long each flood lasts, the quiet time before it with which it is compared, and how strong it is. */
const full: FloodForm = { idleMs: 3_000, floodMs: 10_000, scale: 10, judgedBy: 'p99Ms' };
/** Part of `npm test`, and so on machines that do other work as well. */
const short: FloodForm = { idleMs: 1_500, floodMs: 3_000, scale: 1, judgedBy: 'usualP99Ms' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
});
if (process.platform !== 'linux') {
  console.error('The attacks need Linux: they read descriptors and memory of the server from /proc.');
  process.exit(2);
}
const isWanted = ({ row }: { row: string }) => positionals.length === 0 || positionals.includes(row);
const recipes = [...libraryRecipes, ...privacyRecipes, ...storeRecipes, ...postgresRecipes].filter(
  (recipe) => isWanted(recipe) && !(values.short && recipe.isLong),
);
const wantedFloods = floods.filter(isWanted);
if (wantedFloods.length + recipes.length === 0) {
  console.error(`No attack is named ${positionals.join(', ')}; docs/security.md lists their names.`);
  process.exit(2);
}

const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    disableFeatures,
  ],
});
let passed = 0;
let failed = 0;

function count(checks: readonly Check[]): void {
  for (const line of failedLines(checks)) console.log(line);
  const met = checks.filter(({ isMet }) => isMet).length;
  passed += met;
  failed += checks.length - met;
}

/** An attack that cannot be carried out to its end shows nothing, and counts as one that got through. */
function brokenOff(error: unknown): Check[] {
  return [
    {
      what: 'the attack is carried out to its end',
      isMet: false,
      seen: String(error instanceof Error && error.cause ? error.cause : error),
    },
  ];
}

try {
  if (wantedFloods.length > 0) {
    const scene = await openScene(browser);
    // A server that has just started compiles what it runs first, for attackers and others alike.
    await runFlood(
      scene,
      { row: '', title: '', flood: 'droppedDownloads' },
      { ...short, idleMs: 100, floodMs: 1_000 },
    );
    for (const recipe of wantedFloods) {
      const result = await runFlood(scene, recipe, values.short ? short : full);
      console.log(floodLine(recipe, result));
      count(result.checks);
    }
    const checks = await checkViewer(scene.viewer, scene.server);
    console.log(recipeLine({ row: '–', title: 'the embed of another client, all the while' }, checks));
    count(checks);
    await scene.close();
  }
  for (const recipe of recipes) {
    const checks = await recipe.run({ browser, isShort: values.short }).catch(brokenOff);
    console.log(recipeLine(recipe, checks));
    count(checks);
  }
} finally {
  await browser.close();
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
